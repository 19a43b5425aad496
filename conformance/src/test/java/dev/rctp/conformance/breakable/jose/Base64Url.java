package dev.rctp.conformance.breakable.jose;

import java.util.Base64;
import java.util.Optional;

/** Base64url without padding, each text the only one for its octets (RFC 7515 section 2). */
public final class Base64Url {

    private Base64Url() {}

    /** The text of some octets. */
    public static String text(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }

    /** The octets of a text; empty where it is not the text of any. */
    public static Optional<byte[]> octets(String text) {
        try {
            byte[] octets = Base64.getUrlDecoder().decode(text);
            return text(octets).equals(text) ? Optional.of(octets) : Optional.empty();
        } catch (IllegalArgumentException notBase64) {
            return Optional.empty();
        }
    }
}
