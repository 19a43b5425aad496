package dev.rctp.gateway.enforce;

/**
 * A decision and how it was come by.
 *
 * @param decision the decision
 * @param replayed whether it is that of an earlier call with the same Idempotency-Key (IDM-1)
 */
public record Outcome(Decision decision, boolean replayed) {

    static Outcome fresh(Decision decision) {
        return new Outcome(decision, false);
    }
}
