package dev.rctp.conformance.breakable.jose;

import java.security.SecureRandom;

/** Fresh ids and random values (protocol section 1). */
public final class Ids {

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

    private final SecureRandom random = new SecureRandom();

    /** A prefix such as {@code off_} and 130 random bits in lower-case base32. */
    public String fresh(String prefix) {
        StringBuilder id = new StringBuilder(prefix);
        random.ints(26, 0, ALPHABET.length()).forEach(i -> id.append(ALPHABET.charAt(i)));
        return id.toString();
    }

    /** 128 random bits in base64url. */
    public String nonce() {
        return Base64Url.text(octets(16));
    }

    /** Random octets. */
    public byte[] octets(int count) {
        byte[] octets = new byte[count];
        random.nextBytes(octets);
        return octets;
    }
}
