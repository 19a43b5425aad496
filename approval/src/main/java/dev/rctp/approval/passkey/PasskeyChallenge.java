package dev.rctp.approval.passkey;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.security.SecureRandom;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a passkey is asked to sign (WebAuthn section 13.4.3); no secret, and good for one response (APR-3).
 *
 * @param text base64url without padding
 */
public record PasskeyChallenge(String text) {

    /** The most that anyone's challenge has, in bytes. */
    static final int MOST = 1024;

    private static final int RANDOM = 32;

    /** Throws {@link IllegalArgumentException} for a text that is not base64url in its one right spelling, or empty. */
    public PasskeyChallenge {
        if (Base64Url.decode(text).length == 0) {
            throw new IllegalArgumentException("a challenge without bytes");
        }
    }

    /** Over the canonical form of an approval's details: {@code SHA-256(JCS(details))} (APR-3). */
    public static PasskeyChallenge over(ObjectNode details) {
        return new PasskeyChallenge(Base64Url.encode(Sha256.bytes(CanonicalJson.bytes(details))));
    }

    /** A fresh one, of 256 bits, for enrolment. */
    public static PasskeyChallenge random(SecureRandom random) {
        byte[] bytes = new byte[RANDOM];
        random.nextBytes(bytes);
        return new PasskeyChallenge(Base64Url.encode(bytes));
    }

    byte[] bytes() {
        return Base64Url.decode(text);
    }
}
