package dev.rctp.registries;

import java.security.SecureRandom;

/** Makes the gateway's identifiers (protocol section 1); safe for concurrent use. */
@FunctionalInterface
public interface IdSource {

    /** A new identifier: the prefix (such as {@code neg_}) and 26 characters of lower-case base32 (130 random bits). */
    String next(String prefix);

    /** A source that draws from the given generator. */
    static IdSource random(SecureRandom random) {
        return prefix -> {
            byte[] bits = new byte[26];
            random.nextBytes(bits);
            StringBuilder id = new StringBuilder(prefix.length() + bits.length).append(prefix);
            for (byte b : bits) {
                id.append("abcdefghijklmnopqrstuvwxyz234567".charAt(b & 31));
            }
            return id.toString();
        };
    }
}
