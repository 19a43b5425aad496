package dev.rctp.attest.verify;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A seller's answer, opened: a passkey signed exactly what the entry says (APR-3, REC-4, B59). */
final class SellerAnswer {

    private static final List<String> SHARED = List.of("action", "expires_at", "terms_commitment");

    private SellerAnswer() {}

    /** Checks the evidence that an entry of kind {@code approved} or {@code declined} commits to; other openings are none of it. */
    static void check(JsonNode opening, JsonNode entry) throws Fault {
        String decision = decision(entry.path("kind").asString(""));
        if (decision.isEmpty() || !opening.path("path").asString("").equals("/body/confided")) {
            return;
        }
        PasskeyEvidence.check(opening.path("value"), null);
        JsonNode details = opening.path("value").path("details");
        Fault.unless(details.path("decision").asString("").equals(decision), "a passkey that signed the other answer");
        byte[] id = details.path("approval_id").asString("").getBytes(StandardCharsets.UTF_8);
        Fault.unless(
                Sha256.text(id).equals(entry.path("body").path("approval").asString("")),
                "a passkey that signed another approval_id than its entry has");
        for (String member : SHARED) {
            Fault.unless(
                    details.path(member).equals(entry.path("body").path(member)),
                    "a passkey that signed another " + member + " than its entry has");
        }
    }

    private static String decision(String kind) {
        return switch (kind) {
            case "approved" -> "approve";
            case "declined" -> "decline";
            default -> "";
        };
    }
}
