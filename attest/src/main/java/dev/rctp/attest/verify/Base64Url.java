package dev.rctp.attest.verify;

import java.util.Base64;

/** Base64url without padding (RFC 7515 section 2), in its one right spelling. */
final class Base64Url {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Base64Url() {}

    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /** The bytes; padding, foreign characters and unused bits that are not zero are faults (B71). */
    static byte[] decode(String text) throws Fault {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            Fault.unless(encode(bytes).equals(text), "base64url in a spelling that is not the right one");
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new Fault("not base64url");
        }
    }
}
