package dev.rctp.conformance.vectors;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Signed requests (SIG-1 to SIG-6). */
final class RequestVectors {

    private final VectorFile file = new VectorFile(
            "request-signatures",
            "Requests to the gateway and what becomes of their signatures, before anything else is asked.");
    private final Cast cast;

    RequestVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        file.shared("now", JsonNodeFactory.instance.numberNode(Cast.NOW));
        file.shared("scheme", JsonNodeFactory.instance.stringNode("https"));
        file.shared(
                "authorities",
                JsonNodeFactory.instance.arrayNode().add(Cast.AUTHORITY).add(Cast.AUTHORITY + ":8443"));
        file.keys(cast.seller(), cast.buyer(), cast.p384(), cast.ed25519());
        new GoodRequests(this, cast).make();
        new AlteredRequests(this, cast).make();
        new UncoveredRequests(this, cast).make();
        new MisspeltRequests(this, cast).make();
        return file;
    }

    /** A request that counts. */
    void good(String name, String clause, String comment, RequestDraft draft, Consumer<RequestDraft> afterwards) {
        draft.sign(afterwards);
        ObjectNode made = file.valid(name, clause, comment);
        made.set("request", draft.json());
        made.putObject("expected").put("base", draft.base());
    }

    void good(String name, String clause, String comment, RequestDraft draft) {
        good(name, clause, comment, draft, _ -> {});
    }

    /** A request whose base can be made, and which its signature is not of. */
    void wrong(String name, String clause, String comment, RequestDraft draft, Consumer<RequestDraft> afterwards) {
        draft.sign(afterwards);
        refusal(name, clause, comment, draft, "signature_invalid", "signature_invalid")
                .put("base", draft.base());
    }

    void wrong(String name, String clause, String comment, RequestDraft draft) {
        wrong(name, clause, comment, draft, _ -> {});
    }

    /** A request that is refused without its base being made. */
    void refused(
            String name,
            String clause,
            String comment,
            String cause,
            RequestDraft draft,
            Consumer<RequestDraft> afterwards) {
        draft.sign(afterwards);
        refusal(name, clause, comment, draft, "signature_invalid", cause);
    }

    void refused(String name, String clause, String comment, String cause, RequestDraft draft) {
        refused(name, clause, comment, cause, draft, _ -> {});
    }

    /** A request that is refused for another reason than its signature. */
    void other(
            String name,
            String clause,
            String comment,
            String reason,
            RequestDraft draft,
            Consumer<RequestDraft> afterwards) {
        draft.sign(afterwards);
        refusal(name, clause, comment, draft, reason, null);
    }

    private ObjectNode refusal(
            String name, String clause, String comment, RequestDraft draft, String reason, @Nullable String cause) {
        ObjectNode made = file.invalid(name, clause, comment);
        made.set("request", draft.json());
        ObjectNode expected = made.putObject("expected");
        expected.put("status", reason.equals("request_invalid") ? 400 : 401).put("reason", reason);
        if (cause != null) {
            expected.put("cause", cause);
        }
        return expected;
    }
}
