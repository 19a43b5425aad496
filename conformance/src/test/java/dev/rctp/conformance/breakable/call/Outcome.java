package dev.rctp.conformance.breakable.call;

import dev.rctp.registries.Reason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What comes of a call (DEC-1). */
public sealed interface Outcome {

    /**
     * A refusal (DEC-3).
     *
     * @param reason the registered reason
     * @param status the reason's, or 429 for a limit
     * @param content one sentence
     * @param detail the error's detail; may be empty
     * @param retryAfter what Retry-After says
     * @param receipt for the entry, where it stands in a subject's chain
     */
    record Refused(
            Reason reason,
            int status,
            String content,
            ObjectNode detail,
            @Nullable Duration retryAfter,
            @Nullable Receipt receipt)
            implements Outcome {

        /** A refusal with the reason's own status and nothing else. */
        public static Refused of(Reason reason, String content) {
            return new Refused(reason, reason.status(), content, JsonNodeFactory.instance.objectNode(), null, null);
        }

        /** A refusal with {@code detail.cause}. */
        public static Refused because(Reason reason, String cause, String content) {
            ObjectNode detail = JsonNodeFactory.instance.objectNode().put("cause", cause);
            return new Refused(reason, reason.status(), content, detail, null, null);
        }

        /** The same with Retry-After. */
        public Refused retryAfter(Duration after) {
            return new Refused(reason, status, content, detail, after, receipt);
        }

        /** The same with a receipt. */
        public Refused receipt(Receipt of) {
            return new Refused(reason, status, content, detail, retryAfter, of);
        }
    }

    /**
     * An answer that is no refusal.
     *
     * @param decision what it says in RCTP-Decision; null for a read
     * @param status its status
     * @param body its body
     * @param receipt for the entry, where it stands in a subject's chain
     */
    record Answered(
            @Nullable Decision decision,
            int status,
            @Nullable JsonNode body,
            @Nullable Receipt receipt) implements Outcome {}

    /**
     * The marketplace didn't answer in time (PRX-2).
     *
     * @param now what the caller gets
     * @param later what a repeat with the same Idempotency-Key gets, once there is one
     */
    record Pending(Refused now, CompletableFuture<Outcome> later) implements Outcome {}
}
