package dev.rctp.conformance.hosts;

import java.util.Base64;
import java.util.random.RandomGenerator;

/** Opaque identifiers and secrets, base64url of 24 random octets. */
final class RandomText {

    private final RandomGenerator random;

    RandomText(RandomGenerator random) {
        this.random = random;
    }

    String next(String prefix) {
        byte[] octets = new byte[24];
        random.nextBytes(octets);
        return prefix + Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
