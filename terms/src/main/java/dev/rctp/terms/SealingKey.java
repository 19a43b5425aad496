package dev.rctp.terms;

import java.util.Base64;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A key that seals private terms at rest (LST-4): AES-256, named by an id that stands beside what it sealed. */
public final class SealingKey {

    private static final int BYTES = 32;

    private final String id;
    private final SecretKey key;

    /** Takes 32 bytes in unpadded base64url; throws {@link IllegalArgumentException}, which quotes nothing, for others. */
    public SealingKey(String id, String base64Url) {
        this.id = id;
        this.key = new SecretKeySpec(decode(base64Url), "AES");
    }

    private static byte[] decode(String base64Url) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(base64Url);
        } catch (IllegalArgumentException e) {
            bytes = new byte[0]; // the cause would quote it
        }
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a sealing key is 32 bytes in base64url");
        }
        return bytes;
    }

    /** Its name, no secret. */
    public String id() {
        return id;
    }

    SecretKey key() {
        return key;
    }

    @Override
    public String toString() {
        return "SealingKey[" + id + " ***]";
    }
}
