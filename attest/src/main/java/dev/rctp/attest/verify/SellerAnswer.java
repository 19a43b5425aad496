package dev.rctp.attest.verify;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A seller's answer, opened: a passkey signed exactly what its entry says, of exactly what was asked (APR-3, REC-4, B59). */
final class SellerAnswer {

    /** Members of what is signed that the answer's own entry has too where no other side reads it. */
    private static final List<String> ANSWERED = List.of("action", "expires_at");

    private static final String TERMS_COMMITMENT = "terms_commitment";

    /** Members of what is signed that no question has as they are: the answer's own, and the id, of which entries have the digest. */
    private static final Set<String> OWN = Set.of("type", "approval_id", "decision", "nonce", TERMS_COMMITMENT);

    /** Members of what is signed that the question's entry has by the same name; those that don't apply are in neither. */
    private static final List<String> ASKED = List.of(
            "action",
            "agent_id",
            "operator",
            "seller",
            "listing_id",
            "offer_id",
            "deal_id",
            "price",
            "deal_terms",
            "listing_hash",
            "term_set",
            "request_digest",
            "display_digest",
            "expires_at");

    /** What of it a question's entry confides, for it is about a person. */
    private static final Set<String> PERSONAL = Set.of("seller", "request_digest", "display_digest");

    private SellerAnswer() {}

    /**
     * Checks the evidence that an entry of kind {@code approved} or {@code declined} confides; other entries have none.
     *
     * @param evidence what the entry confides, opened
     * @param question the body that asks; null where it stands before the part that is here
     */
    static void check(JsonNode evidence, JsonNode entry, @Nullable JsonNode question) throws Fault {
        String decision = decision(entry.path("kind").asString(""));
        if (decision.isEmpty()) {
            return;
        }
        PasskeyEvidence.check(evidence, null);
        JsonNode details = evidence.path("details");
        Fault.unless(details.path("decision").asString("").equals(decision), "a passkey that signed the other answer");
        byte[] id = details.path("approval_id").asString("").getBytes(StandardCharsets.UTF_8);
        Fault.unless(
                Sha256.text(id).equals(entry.path("body").path("approval").asString("")),
                "a passkey that signed another approval_id than its entry has");
        for (String member : ANSWERED) {
            if (entry.path("body").has(member)) {
                repeated(details, entry, member);
            }
        }
        repeated(details, entry, TERMS_COMMITMENT);
        if (question != null) {
            asked(details, question);
        }
    }

    private static void repeated(JsonNode details, JsonNode entry, String member) throws Fault {
        Fault.unless(
                details.path(member).equals(entry.path("body").path(member)),
                "a passkey that signed another " + member + " than its entry has");
    }

    private static void asked(JsonNode details, JsonNode question) throws Fault {
        ObjectNode expected = expected(question);
        Set<String> members = new TreeSet<>(expected.propertyNames());
        members.addAll(details.propertyNames());
        members.removeAll(OWN);
        if (Questions.isClosed(question)) {
            members.removeAll(PERSONAL);
        }
        for (String member : members) {
            Fault.unless(
                    details.path(member).equals(expected.path(member)),
                    "a passkey that signed another " + member + " than was asked");
        }
        boolean terms = question.has("term_set")
                && details.path("decision").asString("").equals("approve");
        Fault.unless(
                details.has(TERMS_COMMITMENT) == terms,
                terms
                        ? "a passkey that signed no terms where they were asked for"
                        : "a passkey that signed terms unasked");
    }

    /** What the question's entry says that a passkey signs, without what is the answer's own. */
    private static ObjectNode expected(JsonNode question) {
        ObjectNode expected = ((ObjectNode) question).objectNode();
        for (String member : ASKED) {
            if (question.has(member)) {
                expected.set(member, question.path(member));
            }
        }
        expected.set("agent_jkt", question.path("caller"));
        return expected;
    }

    private static String decision(String kind) {
        return switch (kind) {
            case "approved" -> "approve";
            case "declined" -> "decline";
            default -> "";
        };
    }
}
