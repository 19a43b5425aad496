package dev.rctp.conformance.breakable.call;

import java.time.Instant;

/** What an answer that is no refusal says in RCTP-Decision (DEC-2). */
public sealed interface Decision {

    /** Done, or handed on. */
    record Auto() implements Decision {}

    /**
     * The seller is asked.
     *
     * @param approvalId of the question
     * @param expiresAt when no answer is no
     */
    record Ask(String approvalId, Instant expiresAt) implements Decision {}
}
