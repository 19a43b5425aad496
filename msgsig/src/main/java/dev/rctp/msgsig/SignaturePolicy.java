package dev.rctp.msgsig;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When an agent's signature is good: fresh when the head of its request had come and still so at the end of the body (SIG-4, B13).
 *
 * @param freshness how old a signature may be
 */
public record SignaturePolicy(Freshness freshness) {

    private static final Duration MAX_AGE = Duration.ofMinutes(5);
    private static final Duration MAX_AHEAD = Duration.ofMinutes(1);

    /** SIG-4's 300 s and 60 s; {@code created} is demanded where the configuration says {@code require_created}. */
    public static SignaturePolicy of(boolean requireCreated) {
        return new SignaturePolicy(new Freshness(MAX_AGE, MAX_AHEAD, requireCreated));
    }

    /** One sentence on why the signature doesn't count at one of the two times; empty where it does. */
    Optional<String> objection(SignatureInput input, Instant head, Instant end) {
        return freshness.objection(input, head).or(() -> freshness.objection(input, end));
    }
}
