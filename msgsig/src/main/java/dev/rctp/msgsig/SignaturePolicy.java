package dev.rctp.msgsig;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * When a signature is good (SIG-4).
 *
 * @param requireCreated whether a signature must say when it was made
 * @param maxAge how old {@code created} may be
 * @param maxAhead how far ahead {@code created} may be
 */
public record SignaturePolicy(boolean requireCreated, Duration maxAge, Duration maxAhead) {

    /** SIG-4's 300 s and 60 s. */
    public static SignaturePolicy defaults(boolean requireCreated) {
        return new SignaturePolicy(requireCreated, Duration.ofSeconds(300), Duration.ofSeconds(60));
    }

    /** What is wrong with a signature's times at this time; empty where nothing is. */
    Optional<String> fault(SignatureInput input, Instant at) {
        Long created = input.created();
        Long expires = input.expires();
        if (created == null && requireCreated) {
            return Optional.of("The signature must have the parameter created.");
        }
        if (created != null && at.isAfter(Instant.ofEpochSecond(created).plus(maxAge))) {
            return Optional.of("The signature was created more than " + maxAge.toSeconds() + " s ago.");
        }
        if (created != null && at.plus(maxAhead).isBefore(Instant.ofEpochSecond(created))) {
            return Optional.of("The signature was created more than " + maxAhead.toSeconds() + " s in the future.");
        }
        if (expires != null && created != null && expires <= created) {
            return Optional.of("The signature's expires is not after its created.");
        }
        return expires != null && !at.isBefore(Instant.ofEpochSecond(expires))
                ? Optional.of("The signature has expired.")
                : Optional.empty();
    }
}
