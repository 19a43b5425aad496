package dev.rctp.gateway.enforce;

import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
import dev.rctp.terms.negotiation.Beginning;

/**
 * A call that is about to be held, with all that is written with it (APR-1).
 *
 * @param key what its Idempotency-Key belongs to
 * @param fingerprint what a repeat is compared by
 * @param question what its seller is asked
 * @param slot what it is about: one waits for each at a time
 * @param call the call, put away
 * @param beginning what changes at once
 * @param entry the entry that tells of it
 * @param answer what the agent is told, without its receipt
 */
public record Holding(
        CallKey key,
        String fingerprint,
        Question question,
        String slot,
        HeldCall call,
        Beginning beginning,
        ConfidingEntry entry,
        Decision.Ask answer) {}
