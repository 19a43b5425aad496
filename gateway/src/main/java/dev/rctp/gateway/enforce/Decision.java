package dev.rctp.gateway.enforce;

import dev.rctp.attest.Receipt;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The answer to a governed call as a complete value (DEC-2); HTTP is one rendering of it. */
public sealed interface Decision permits Decision.Auto, Decision.Recorded, Decision.Ask, Decision.Forbid {

    /** The caller's receipt for the entry this decision stands in; null where no subject's chain holds it (DEC-6). */
    @Nullable
    Receipt receipt();

    /** The same decision with the receipt of its entry. */
    Decision withReceipt(Receipt receipt);

    /**
     * Done: the marketplace has answered.
     *
     * @param status the HTTP status: the verb's own, or the marketplace's when it vetoed (PRX-2)
     * @param body the verb's object with the marketplace's answer in it (PRX-3)
     * @param receipt see {@link Decision#receipt()}
     */
    record Auto(int status, JsonNode body, @Nullable Receipt receipt) implements Decision {
        @Override
        public Auto withReceipt(Receipt r) {
            return new Auto(status, body, r);
        }
    }

    /**
     * Recorded: what was sent stands in the record, and the entry is the answer (EVT-1). It is read where the record keeps it.
     *
     * @param status 201, or 200 where it stood there before (EVT-5)
     * @param receipt the entry's
     */
    record Recorded(int status, Receipt receipt) implements Decision {
        @Override
        public Recorded withReceipt(Receipt r) {
            return new Recorded(status, r);
        }
    }

    /**
     * Held until the seller has answered (APR-1).
     *
     * @param request the object {@code approval-request}
     * @param receipt see {@link Decision#receipt()}
     */
    record Ask(ObjectNode request, @Nullable Receipt receipt) implements Decision {

        /** The approval that holds it. */
        public String approvalId() {
            return request.path("approval_id").stringValue();
        }

        /** Where its seller answers. */
        public String approvalUrl() {
            return request.path("approval_url").stringValue();
        }

        /** When silence is no (APR-4). */
        public Instant expiresAt() {
            return Instant.parse(request.path("expires_at").stringValue());
        }

        @Override
        public Ask withReceipt(Receipt r) {
            return new Ask(request, r);
        }
    }

    /**
     * Refused for exactly one reason (DEC-3).
     *
     * @param action the verb; null where the call is none
     * @param reason the registered reason
     * @param sentence one sentence for the person who reads it
     * @param detail members of {@code detail}, such as {@code cause}
     * @param unmet what the money rules miss, {@code detail.unmet} (EVT-4); empty for every other reason
     * @param challenge what {@code WWW-Authenticate} asks for; null for all but grant refusals (GRA-3)
     * @param retryAfter when trying again can help; null where it cannot
     * @param receipt see {@link Decision#receipt()}
     */
    record Forbid(
            @Nullable String action,
            Reason reason,
            String sentence,
            Map<String, String> detail,
            List<String> unmet,
            @Nullable BearerChallenge challenge,
            @Nullable Duration retryAfter,
            @Nullable Receipt receipt)
            implements Decision {

        /** The cause that a limit has; with it {@code enforcement_unavailable} is a 429 (section 4). */
        public static final String LIMIT = "limit";

        /** Keeps its own copies. */
        public Forbid {
            detail = Map.copyOf(detail);
            unmet = List.copyOf(unmet);
        }

        /** A refusal that says no more than its reason and sentence. */
        public static Forbid of(@Nullable String action, Reason reason, String sentence) {
            return new Forbid(action, reason, sentence, Map.of(), List.of(), null, null, null);
        }

        /** The gateway could not decide, so the answer is no (DEC-5). */
        public static Forbid unavailable(@Nullable String action, String sentence) {
            return of(action, Reason.ENFORCEMENT_UNAVAILABLE, sentence).retryAfter(Duration.ofSeconds(5));
        }

        /** What the seller was asked stands no more (LST-7). */
        public static Forbid listingChanged(String action) {
            return of(action, Reason.APPROVAL_INVALID, "The listing has changed since its seller was asked.");
        }

        /** The same refusal with {@code detail.cause}. */
        public Forbid cause(String cause) {
            return new Forbid(action, reason, sentence, Map.of("cause", cause), unmet, challenge, retryAfter, receipt);
        }

        /** The same refusal with this detail. */
        public Forbid detail(Map<String, String> said) {
            return new Forbid(action, reason, sentence, said, unmet, challenge, retryAfter, receipt);
        }

        /** The same refusal, for the money rules miss these (EVT-4). */
        public Forbid unmet(List<String> missed) {
            return new Forbid(action, reason, sentence, detail, missed, challenge, retryAfter, receipt);
        }

        /** The same refusal with a challenge. */
        public Forbid challenge(BearerChallenge asked) {
            return new Forbid(action, reason, sentence, detail, unmet, asked, retryAfter, receipt);
        }

        /** The same refusal with {@code Retry-After}. */
        public Forbid retryAfter(Duration pause) {
            return new Forbid(action, reason, sentence, detail, unmet, challenge, pause, receipt);
        }

        /** The HTTP status: the reason's, or 429 for a limit. */
        public int status() {
            boolean limit = reason == Reason.ENFORCEMENT_UNAVAILABLE && LIMIT.equals(detail.get("cause"));
            return limit ? 429 : reason.status();
        }

        @Override
        public Forbid withReceipt(Receipt r) {
            return new Forbid(action, reason, sentence, detail, unmet, challenge, retryAfter, r);
        }
    }
}
