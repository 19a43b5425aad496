package dev.rctp.terms;

import dev.rctp.registries.CanonicalJson;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Private terms at rest (LST-4): AES-256-GCM, bound to their listing and commitment, so that no row can be passed off as
 * another's.
 */
final class SealedTerms {

    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final String keyId;
    private final byte[] box;

    /** Terms as they were stored: the key's id, and nonce, ciphertext and tag. */
    SealedTerms(String keyId, byte[] box) {
        this.keyId = keyId;
        this.box = box.clone();
    }

    static SealedTerms seal(TermsOpening opening, ListingId listing, SealingKey key, SecureRandom random) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        byte[] bound = bound(key.id(), listing, opening.commitment());
        byte[] text = crypt(Cipher.ENCRYPT_MODE, key, nonce, bound, opening.canonical());
        byte[] box = Arrays.copyOf(nonce, NONCE_BYTES + text.length);
        System.arraycopy(text, 0, box, NONCE_BYTES, text.length);
        return new SealedTerms(key.id(), box);
    }

    /** Throws {@link IllegalStateException} when they were altered, or are not this listing's or this commitment's. */
    TermsOpening open(ListingId listing, String commitment, SealingKeys keys) {
        byte[] nonce = Arrays.copyOf(box, NONCE_BYTES);
        byte[] text = Arrays.copyOfRange(box, NONCE_BYTES, box.length);
        byte[] bound = bound(keyId, listing, commitment);
        TermsOpening opening = TermsOpening.read(crypt(Cipher.DECRYPT_MODE, keys.get(keyId), nonce, bound, text));
        if (!opening.commitment().equals(commitment)) {
            throw new IllegalStateException("sealed terms are not those of their commitment");
        }
        return opening;
    }

    private static byte[] crypt(int mode, SealingKey key, byte[] nonce, byte[] bound, byte[] input) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(mode, key.key(), new GCMParameterSpec(TAG_BITS, nonce));
            cipher.updateAAD(bound);
            return cipher.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("terms could not be sealed or opened", e);
        }
    }

    private static byte[] bound(String keyId, ListingId listing, String commitment) {
        return CanonicalJson.bytes(JsonNodeFactory.instance
                .objectNode()
                .put("key_id", keyId)
                .put("listing_id", listing.value())
                .put("terms_commitment", commitment));
    }

    String keyId() {
        return keyId;
    }

    byte[] box() {
        return box.clone();
    }

    @Override
    public String toString() {
        return "SealedTerms[***]";
    }
}
