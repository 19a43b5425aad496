package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The challenges that a seller's passkey signs (APR-3). */
final class ChallengeVectors {

    private static final String HELD = "{}";
    private static final String DISPLAY =
            "{'action':'offer.accept','title':'A chair, oak','price':{'amount':90000,'currency':'EUR'}}";

    private final VectorFile file = new VectorFile(
            "approval-challenges",
            "What a seller is asked, the held body and the display, and whether details and challenge are theirs.");
    private final Cast cast;

    ChallengeVectors(Cast cast) {
        this.cast = cast;
    }

    VectorFile make() {
        good("approve", "A yes to an accept.", accept(), HELD);
        good("decline", "A no is signed too.", accept().put("decision", "decline"), HELD);
        good("counter", "A counter with its Deal Terms.", counter(), "{\"deal_terms\":{}}");
        good("set-terms", "B-4: terms of a listing, with their commitment.", listing("listing.set_terms"), "{}");
        ObjectNode create = listing("listing.create");
        create.remove("listing_id");
        good("create", "A listing that has no id yet.", create, "{\"title\":\"A chair\"}");
        good(
                "commit",
                "A promise to ship, of a deal.",
                about("deal.commit_to_ship").put("deal_id", Cast.DEAL),
                "{}");
        good(
                "no-body",
                "A held call without a body.",
                about("deal.commit_to_ship").put("deal_id", Cast.DEAL),
                "");
        good("agent-beyond-ascii", "A name beyond ASCII.", accept().put("agent_id", "Zo\u00eb \ud83d\ude00"), HELD);
        good("largest-price", "2^53-1.", price(9007199254740991L), HELD);
        bad("decision-swapped", "The challenge of the yes for the no.", "challenge", d -> d.put("decision", "decline"));
        bad(
                "price-swapped",
                "B59: 90000 asked, 900000 signed.",
                "challenge",
                d -> d.putObject("price").put("amount", 900000).put("currency", "EUR"));
        bad("nonce-other", "B52: another view of the page.", "challenge", d -> d.put("nonce", Texts.salt("other")));
        bad("approval-other", "Another approval.", "challenge", d -> d.put("approval_id", Texts.id("apr_", 'q')));
        bad("seller-other", "Another seller.", "challenge", d -> d.put("seller", "slr_other"));
        bad("member-null", "What does not apply is left out, not null.", "challenge", d -> d.putNull("deal_id"));
        bad("operator-other", "Another operator.", "challenge", d -> d.put("operator", Cast.BUYER_OPERATOR));
        bad(
                "agent-other",
                "Another key of the agent.",
                "challenge",
                d -> d.put("agent_jkt", cast.buyer().thumbprint()));
        bad("later", "A later end.", "challenge", d -> d.put("expires_at", "2026-09-21T15:28:20Z"));
        digest("request-digest", "B59: the digest of another body than the one held.", "request_digest");
        digest("display-digest", "The digest of something else than was shown.", "display_digest");
        text("challenge-base64", "base64 with padding.", Texts.base64(challenge(accept())));
        text("challenge-hex", "Hexadecimal.", Texts.hash(accept()).substring("sha-256:".length()));
        text(
                "challenge-of-order",
                "Over the object as written, not its canonical form.",
                Texts.base64Url(Sha256.bytes(Texts.utf8(accept().toString()))));
        text("challenge-bits", "B71: unused bits that are not zero.", bits(Texts.base64Url(challenge(accept()))));
        return file;
    }

    private void good(String name, String comment, ObjectNode details, String held) {
        details.put("request_digest", Sha256.text(Texts.utf8(held)));
        ObjectNode made = file.valid(name, "APR-3", comment);
        write(made, details, held, Texts.base64Url(challenge(details)))
                .put("canonical", CanonicalJson.text(details))
                .put("challenge", Texts.base64Url(challenge(details)));
    }

    /** The challenge there was, for something else. */
    private void bad(String name, String comment, String fault, Consumer<ObjectNode> change) {
        ObjectNode details = accept();
        String challenge = Texts.base64Url(challenge(details));
        change.accept(details);
        refuse(name, comment, fault, details, challenge);
    }

    private void digest(String name, String comment, String member) {
        ObjectNode details = accept().put(member, Sha256.text(Texts.utf8("{\"price\":1}")));
        refuse(name, comment, member, details, Texts.base64Url(challenge(details)));
    }

    private void text(String name, String comment, String challenge) {
        refuse(name, comment, "challenge", accept(), challenge);
    }

    private void refuse(String name, String comment, String fault, ObjectNode details, String challenge) {
        write(file.invalid(name, "APR-3", comment), details, HELD, challenge)
                .put("reason", "approval_invalid")
                .put("fault", fault);
    }

    private static ObjectNode write(ObjectNode made, ObjectNode details, String held, String challenge) {
        made.set("details", details);
        made.put("held_body", held).set("display", display());
        return made.put("challenge", challenge).putObject("expected");
    }

    private static byte[] challenge(ObjectNode details) {
        return Sha256.bytes(CanonicalJson.bytes(details));
    }

    private static String bits(String challenge) {
        int end = challenge.length() - 1;
        return challenge.substring(0, end) + (char) (challenge.charAt(end) + 1);
    }

    private static ObjectNode display() {
        return Texts.object(DISPLAY);
    }

    private ObjectNode about(String action) {
        ObjectNode details = JsonNodeFactory.instance.objectNode();
        details.put("type", "dev.rctp.approval")
                .put("approval_id", Cast.APPROVAL)
                .put("action", action);
        details.put("agent_id", "agent-1").put("agent_jkt", cast.seller().thumbprint());
        details.put("operator", Cast.SELLER_OPERATOR).put("seller", "slr_7");
        details.put("request_digest", Sha256.text(Texts.utf8(HELD)));
        details.put("display_digest", Texts.hash(display()));
        details.put("decision", "approve").put("expires_at", "2026-09-21T14:28:20Z");
        return details.put("nonce", Texts.salt("challenge"));
    }

    private ObjectNode accept() {
        ObjectNode details =
                about("offer.accept").put("listing_id", Cast.LISTING).put("offer_id", Cast.OFFER);
        details.set("price", Texts.object(Cast.DEAL_TERMS).path("price"));
        details.set("deal_terms", Texts.object(Cast.DEAL_TERMS));
        return details.put("listing_hash", Texts.hash(Texts.object("{'listing_id':'lst-1'}")));
    }

    private ObjectNode counter() {
        return accept().put("action", "offer.counter");
    }

    private ObjectNode price(long amount) {
        ObjectNode details = accept();
        details.putObject("price").put("amount", amount).put("currency", "EUR");
        return details;
    }

    private ObjectNode listing(String action) {
        return about(action)
                .put("listing_id", Cast.LISTING)
                .put("listing_hash", Texts.hash(Texts.object("{'listing_id':'lst-1'}")))
                .put("term_set", "goods.small/1")
                .put("terms_commitment", Texts.hash(Texts.object("{'salt':'x','terms':{}}")));
    }
}
