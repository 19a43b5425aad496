package dev.rctp.conformance.vectors;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Signed answers (RSP-1). */
final class ResponseVectors {

    private static final String REFUSED = "forbid;action=\"offer.create\";reason=below_floor";
    private static final String BODY =
            "{\"code\":\"below_floor\",\"content\":\"No.\",\"action\":\"offer.create\",\"detail\":{}}";

    private final VectorFile file = new VectorFile(
            "response-signatures", "Answers of the gateway as the agent that sent the request judges them.");
    private final Cast cast;

    ResponseVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        file.shared("now", JsonNodeFactory.instance.numberNode(Cast.NOW));
        file.shared("scheme", JsonNodeFactory.instance.stringNode("https"));
        file.keys(cast.gateway(), cast.retired(), cast.p384());
        good();
        altered();
        uncovered();
        forms();
        return file;
    }

    private void good() {
        good("refusal", "An answer with a decision and a body.", answer());
        good("with-receipt", "And with a receipt.", answer().receipt(receipt()));
        RequestDraft read = signed(RequestDraft.read(cast.buyer(), "/offers?limit=5"));
        good("read", "A read has no decision.", new ResponseDraft(cast.gateway(), read, 200, "", "{\"offers\":[]}"));
        RequestDraft bare = RequestDraft.read(cast.buyer(), "/offers");
        good(
                "request-unsigned",
                "What the request lacks is left out (RSP-3).",
                new ResponseDraft(cast.gateway(), bare, 401, "forbid;reason=signature_invalid", BODY));
        good("no-body", "Without a body.", new ResponseDraft(cast.gateway(), offer(), 204, "auto", ""));
        ResponseDraft old = answer();
        old.signing().by(cast.retired());
        good("retired-key", "By a key that the gateway's profile still has (REC-5).", old);
        ResponseDraft wide = answer();
        wide.signing().by(cast.p384());
        good("es384", "By a P-384 key.", wide);
        ResponseDraft oldest = answer();
        oldest.signing().parameters(oldest.signing().created(Cast.NOW - 300));
        good("created-oldest", "300 s old is just in time.", oldest);
    }

    private void altered() {
        wrong("altered-status", "Another status.", r -> r.status(200));
        wrong("altered-decision", "Another decision.", r -> r.fields().set("RCTP-Decision", "auto"));
        wrong(
                "swapped-request",
                "The answer to another request of the same agent.",
                r -> r.request().target("/listings/lst-2/offers"));
        wrong(
                "swapped-method",
                "The answer to another method.",
                r -> r.request().method("PUT"));
        wrong(
                "swapped-signature",
                "The answer to an equal request with another signature.",
                r -> r.request().fields().set("Signature", "sig1=:AAAA:"));
        wrong("altered-type", "Another content type.", r -> r.fields().set("Content-Type", "text/html"));
        refused("altered-body", "Another body.", "digest_mismatch", answer(), r -> r.body("{}"));
        ResponseDraft kept = answer().receipt(receipt());
        wrong(
                "altered-receipt",
                "Another receipt.",
                kept,
                r -> r.fields().set("RCTP-Record", receipt().replace("seq=7", "seq=8")));
        for (Octet octet : List.of(
                new Octet("der", "B73: DER.", Octets::der),
                new Octet("zero", "B67: r = s = 0.", Octets::zeros),
                new Octet("order", "B67: r = s = n.", Octets::orders),
                new Octet("flipped", "One bit differs.", Octets::flipped))) {
            ResponseDraft draft = answer();
            draft.signing().octets(octet.change());
            wrong("signature-" + octet.name(), octet.comment(), draft, _ -> {});
        }
        ResponseDraft forged = answer();
        forged.signing().secretlyBy(cast.stranger());
        wrong("key-other", "By another key than the one it names.", forged, _ -> {});
    }

    private record Octet(String name, String comment, UnaryOperator<byte[]> change) {}

    private void uncovered() {
        for (String component : answer().signing().components()) {
            ResponseDraft draft = answer();
            draft.signing().uncover(component);
            String name = component.replaceAll("[\"@;=]+", "-").replaceAll("^-|-$", "");
            refused("uncovered-" + name, "Without " + component + ".", "coverage_insufficient", draft, _ -> {});
        }
        refused(
                "added-receipt",
                "A receipt, added later.",
                "coverage_insufficient",
                answer(),
                r -> r.fields().add("RCTP-Record", receipt()));
        RequestDraft read = signed(RequestDraft.read(cast.buyer(), "/offers?limit=5"));
        ResponseDraft query = new ResponseDraft(cast.gateway(), read, 200, "", "{}");
        query.signing().uncover("\"@query\";req");
        refused("uncovered-query-req", "Without the request's query.", "coverage_insufficient", query, _ -> {});
    }

    private void forms() {
        refused(
                "unsigned",
                "No signature.",
                "signature_missing",
                answer(),
                r -> r.fields().remove("Signature").remove("Signature-Input"));
        ResponseDraft label = answer();
        label.signing().label("sig2");
        refused("label-other", "Another label.", "signature_missing", label, _ -> {});
        ResponseDraft unknown = answer();
        unknown.signing().by(cast.stranger());
        refused("keyid-unknown", "A key that the gateway's profile lacks.", "key_unknown", unknown, _ -> {});
        times("created-absent", "created must be there.", answer().signing().keyId());
        times("created-too-old", "301 s old.", answer().signing().created(Cast.NOW - 301));
        times("created-too-far", "61 s ahead.", answer().signing().created(Cast.NOW + 61));
        ResponseDraft twice = answer();
        twice.signing().cover("\"@status\"");
        refused("component-twice", "B7: a component twice.", "signature_missing", twice, _ -> {});
        ResponseDraft alg = answer();
        alg.signing().parameters(alg.signing().created(Cast.NOW) + ";alg=\"hmac-sha256\"");
        refused("alg-hmac", "B10: an alg that is not the key's.", "algorithm_unsupported", alg, _ -> {});
    }

    private void times(String name, String comment, String parameters) {
        ResponseDraft draft = answer();
        draft.signing().parameters(parameters);
        refused(name, comment, "signature_expired", draft, _ -> {});
    }

    private void good(String name, String comment, ResponseDraft draft) {
        write(name, comment, draft.sign(_ -> {}), null).put("base", draft.base());
    }

    private void wrong(String name, String comment, Consumer<ResponseDraft> afterwards) {
        wrong(name, comment, answer(), afterwards);
    }

    private void wrong(String name, String comment, ResponseDraft draft, Consumer<ResponseDraft> afterwards) {
        write(name, comment, draft.sign(afterwards), "signature_invalid").put("base", draft.base());
    }

    private void refused(
            String name, String comment, String cause, ResponseDraft draft, Consumer<ResponseDraft> afterwards) {
        write(name, comment, draft.sign(afterwards), cause);
    }

    private ObjectNode write(String name, String comment, ResponseDraft draft, @Nullable String cause) {
        ObjectNode made = cause == null ? file.valid(name, "RSP-1", comment) : file.invalid(name, "RSP-1", comment);
        made.set("request", draft.request().json());
        made.set("response", draft.json());
        ObjectNode expected = made.putObject("expected");
        return cause == null ? expected : expected.put("cause", cause);
    }

    private ResponseDraft answer() {
        return new ResponseDraft(cast.gateway(), offer(), 403, REFUSED, BODY);
    }

    private RequestDraft offer() {
        return signed(RequestDraft.offer(cast.buyer()));
    }

    private static RequestDraft signed(RequestDraft draft) {
        return draft.sign(_ -> {});
    }

    private static String receipt() {
        return "\"negotiation/" + Cast.NEGOTIATION + "\";seq=7;hash=:" + Texts.base64(new byte[32]) + ":";
    }
}
