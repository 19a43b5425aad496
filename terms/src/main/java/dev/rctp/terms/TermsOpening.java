package dev.rctp.terms;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.security.SecureRandom;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a {@code terms_commitment} commits to (LST-4): all terms and the salt, as private as the floor. */
final class TermsOpening {

    private static final int SALT_BYTES = 16;

    private final byte[] canonical;
    private final ObjectNode terms;

    private TermsOpening(byte[] canonical, ObjectNode terms) {
        this.canonical = canonical;
        this.terms = terms;
    }

    /** The terms with a fresh salt. */
    static TermsOpening of(ListingTerms terms, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return of(Base64.getUrlEncoder().withoutPadding().encodeToString(salt), terms.all());
    }

    static TermsOpening of(String salt, ObjectNode terms) {
        ObjectNode both = JsonNodeFactory.instance.objectNode();
        both.put("salt", salt).set("terms", terms.deepCopy());
        return new TermsOpening(CanonicalJson.bytes(both), terms.deepCopy());
    }

    /** The opening that {@link #canonical} wrote; throws {@link IllegalStateException} for other bytes. */
    static TermsOpening read(byte[] canonical) {
        try {
            JsonNode terms = StrictJson.parseObject(canonical).get("terms");
            if (terms instanceof ObjectNode object) {
                return new TermsOpening(canonical.clone(), object);
            }
            throw new IllegalStateException("not the opening of a commitment");
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("not the opening of a commitment", e);
        }
    }

    /** {@code terms_commitment}. */
    String commitment() {
        return Sha256.text(canonical);
    }

    /** The bytes that are hashed. */
    byte[] canonical() {
        return canonical.clone();
    }

    /** All terms, defaults filled. */
    ObjectNode terms() {
        return terms;
    }

    @Override
    public String toString() {
        return "TermsOpening[***]";
    }
}
