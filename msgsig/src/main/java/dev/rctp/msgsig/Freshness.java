package dev.rctp.msgsig;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How old a signature may be (SIG-4, B11).
 *
 * @param maxAge how long after {@code created} it still counts
 * @param maxAhead how far {@code created} may lie in the future
 * @param createdRequired whether a signature without {@code created} is refused
 */
public record Freshness(Duration maxAge, Duration maxAhead, boolean createdRequired) {

    /** What RSP-1 and PRX-6 promise a receiver: {@code created} there, at most 300 s old and 60 s ahead. */
    public static final Freshness STRICT = new Freshness(Duration.ofSeconds(300), Duration.ofSeconds(60), true);

    /** One sentence on why the signature doesn't count at that time; empty where it does. */
    public Optional<String> objection(SignatureInput input, Instant at) {
        long now = at.getEpochSecond();
        Long created = input.created();
        Long expires = input.expires();
        if (created == null && createdRequired) {
            return Optional.of("The signature has no created.");
        }
        if (created != null && created > now + maxAhead.toSeconds()) {
            return Optional.of("The signature was created in the future.");
        }
        if (created != null && created < now - maxAge.toSeconds()) {
            return Optional.of("The signature was created too long ago.");
        }
        if (expires != null && created != null && expires <= created) {
            return Optional.of("The signature expires before it was created.");
        }
        if (expires != null && expires <= now) {
            return Optional.of("The signature has expired.");
        }
        return Optional.empty();
    }
}
