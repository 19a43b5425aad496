package dev.rctp.terms;

import dev.rctp.registries.CanonicalJson;
import java.security.SecureRandom;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Private terms at rest (LST-4): AES-256-GCM, bound to their listing and commitment, so that no row can be passed off as
 * another's.
 */
final class SealedTerms {

    private final SealedBox box;

    /** Terms as they were stored: the key's id, and nonce, ciphertext and tag. */
    SealedTerms(String keyId, byte[] box) {
        this(new SealedBox(keyId, box));
    }

    /** Terms in their box. */
    SealedTerms(SealedBox box) {
        this.box = box;
    }

    static SealedTerms seal(TermsOpening opening, ListingId listing, SealingKey key, SecureRandom random) {
        byte[] bound = bound(key.id(), listing, opening.commitment());
        return new SealedTerms(SealedBox.seal(opening.canonical(), bound, key, random));
    }

    /** Throws {@link IllegalStateException} when they were altered, or are not this listing's or this commitment's. */
    TermsOpening open(ListingId listing, String commitment, SealingKeys keys) {
        TermsOpening opening = TermsOpening.read(box.open(bound(box.keyId(), listing, commitment), keys));
        if (!opening.commitment().equals(commitment)) {
            throw new IllegalStateException("sealed terms are not those of their commitment");
        }
        return opening;
    }

    private static byte[] bound(String keyId, ListingId listing, String commitment) {
        return CanonicalJson.bytes(JsonNodeFactory.instance
                .objectNode()
                .put("key_id", keyId)
                .put("listing_id", listing.value())
                .put("terms_commitment", commitment));
    }

    SealedBox sealed() {
        return box;
    }

    String keyId() {
        return box.keyId();
    }

    byte[] box() {
        return box.bytes();
    }

    @Override
    public String toString() {
        return "SealedTerms[***]";
    }
}
