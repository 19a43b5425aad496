package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;

/** TEST ONLY: makes opaque tokens and codes of 256 random bits, and the hashes they are stored under. */
final class Secrets {

    private final SecureRandom random;

    Secrets(SecureRandom random) {
        this.random = random;
    }

    /** A fresh secret, base64url. */
    String next() {
        byte[] bits = new byte[32];
        random.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    /** What is stored in place of a secret. */
    static String hash(String secret) {
        return Sha256.text(secret.getBytes(StandardCharsets.UTF_8));
    }
}
