package dev.rctp.approval.passkey;

import java.util.Base64;
import tools.jackson.databind.JsonNode;

/** Base64url without padding (RFC 4648 section 5), in its one right spelling (B71). */
final class Base64Url {

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private Base64Url() {}

    static String encode(byte[] bytes) {
        return ENCODER.encodeToString(bytes);
    }

    /** The bytes; {@link IllegalArgumentException} for padding, foreign characters and unused bits that are not zero. */
    static byte[] decode(String text) {
        byte[] bytes = Base64.getUrlDecoder().decode(text);
        if (!encode(bytes).equals(text)) {
            throw new IllegalArgumentException("base64url in a spelling that is not the right one");
        }
        return bytes;
    }

    /** Whether {@link #decode(JsonNode, int)} takes it. */
    static boolean isSpelled(JsonNode text, int most) {
        try {
            return decode(text, most).length <= most;
        } catch (Unfit e) {
            return false;
        }
    }

    /** From 1 to {@code most} bytes out of a JSON string; anything else is malformed. */
    static byte[] decode(JsonNode text, int most) throws Unfit {
        Unfit.unless(text.isString(), PasskeyFault.MALFORMED);
        String value = text.stringValue();
        Unfit.unless(!value.isEmpty() && value.length() <= (most * 4 + 2) / 3, PasskeyFault.MALFORMED);
        try {
            return decode(value);
        } catch (IllegalArgumentException e) {
            throw new Unfit(PasskeyFault.MALFORMED);
        }
    }
}
