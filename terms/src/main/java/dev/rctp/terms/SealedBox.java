package dev.rctp.terms;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;

/** Something private at rest: AES-256-GCM, bound to what it belongs to, so that no row can be passed off as another's (LST-4, APR-6). */
public final class SealedBox {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final String keyId;
    private final byte[] bytes;

    /** A box as it was stored: the key's id, and nonce, ciphertext and tag. */
    public SealedBox(String keyId, byte[] bytes) {
        this.keyId = keyId;
        this.bytes = bytes.clone();
    }

    /** Seals the content with this key, bound to the given bytes. */
    public static SealedBox seal(byte[] content, byte[] bound, SealingKey key, SecureRandom random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] text = crypt(Cipher.ENCRYPT_MODE, key, nonce, bound, content);
        byte[] box = Arrays.copyOf(nonce, NONCE_BYTES + text.length);
        System.arraycopy(text, 0, box, NONCE_BYTES, text.length);
        return new SealedBox(key.id(), box);
    }

    /** The content; throws {@link IllegalStateException} when it was altered, or is bound to other bytes. */
    public byte[] open(byte[] bound, SealingKeys keys) {
        byte[] nonce = Arrays.copyOf(bytes, NONCE_BYTES);
        byte[] text = Arrays.copyOfRange(bytes, NONCE_BYTES, bytes.length);
        return crypt(Cipher.DECRYPT_MODE, keys.get(keyId), nonce, bound, text);
    }

    private static byte[] crypt(int mode, SealingKey key, byte[] nonce, byte[] bound, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(bound);
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a box could not be sealed or opened", e);
        }
    }

    /** The id of the key that sealed it. */
    public String keyId() {
        return keyId;
    }

    /** Nonce, ciphertext and tag. */
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return "SealedBox[***]";
    }
}
