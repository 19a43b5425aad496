package dev.rctp.approval;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a passkey is asked to sign for one answer (APR-3): the digest of the whole object, good for one response.
 *
 * @param approval the approval it belongs to
 * @param answer the answer it stands for
 * @param details the signed object
 * @param termsCommitment the terms that come with it; null for none
 */
public record Signable(
        String approval,
        Answer answer,
        ObjectNode details,
        @Nullable String termsCommitment) {

    /** One answer to a question. */
    public static Signable of(Question question, Answer answer, @Nullable String termsCommitment, String nonce) {
        return new Signable(question.id(), answer, question.details(answer, termsCommitment, nonce), termsCommitment);
    }

    /** The challenge: SHA-256 over the canonical object, in base64url without padding. */
    public String challenge() {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Sha256.bytes(CanonicalJson.bytes(details)));
    }

    static ObjectNode details(String written) {
        try {
            return StrictJson.parseObject(written.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("a stored challenge is not JSON", e);
        }
    }
}
