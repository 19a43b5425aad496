package dev.rctp.msgsig;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.util.Optional;

/**
 * What a signature by a known key is held to, for requests and answers alike (RFC 9421 3.2); coverage before cryptography (B1).
 *
 * @param message with its signature fields
 * @param body the raw body, empty for none
 * @param digest which digests of the body are looked at
 * @param types the fields that {@code sf} can be applied to
 * @param coverage what must be covered
 * @param age how old it may be
 */
record SignedMessage(
        HttpMessage message, byte[] body, SignatureRules.Body digest, FieldTypes types, Coverage coverage, Age age) {

    /** Names the first component that must be covered and is not; empty where none is missing. */
    @FunctionalInterface
    interface Coverage {
        Optional<String> gap(SignatureInput input);
    }

    /** Says in one sentence why the signature is too old, or from the future; empty where it is not (SIG-4). */
    @FunctionalInterface
    interface Age {
        Optional<String> objection(SignatureInput input);
    }

    /** Judges algorithm, coverage, digest, times and signature, in this order. */
    SignatureVerdict judge(SignatureInput input, byte[] signature, MessageVerificationKey key) {
        if (!key.algorithm().fits(input.alg())) {
            return new InvalidSignature(
                    Fault.ALGORITHM_MISMATCH,
                    "The signature's alg is not that of its key: leave it out, or send "
                            + key.algorithm().httpName() + ".");
        }
        Optional<InvalidSignature> objection =
                coverageObjection(input).or(this::digestObjection).or(() -> ageObjection(input));
        return objection.isPresent() ? objection.get() : verify(input, signature, key);
    }

    private Optional<InvalidSignature> coverageObjection(SignatureInput input) {
        return coverage.gap(input)
                .map(name ->
                        new InvalidSignature(Fault.COVERAGE_INSUFFICIENT, "The signature must cover " + name + "."));
    }

    /** Also checks a digest that nobody asked for: a wrong one beside no body is no accident. */
    private Optional<InvalidSignature> digestObjection() {
        return switch (digest) {
            case COVERED_BY_SHA_256 ->
                body.length == 0 && !message.fields().contains("content-digest")
                        ? Optional.empty()
                        : objection(ContentDigest.check(message.fields(), body));
            case COVERED, MAY_BE_UNCOVERED -> present(message.fields()).or(() -> present(message.trailers()));
        };
    }

    private Optional<InvalidSignature> present(HttpFields fields) {
        return fields.contains("content-digest")
                ? objection(ContentDigest.checkActive(fields, body))
                : Optional.empty();
    }

    private static Optional<InvalidSignature> objection(ContentDigest.Match match) {
        return switch (match) {
            case MATCHES -> Optional.empty();
            case MISSING -> digest("Content-Digest has no sha-256 of the body.");
            case MISMATCH -> digest("Content-Digest is not that of the body as it was received.");
            case MALFORMED -> digest("Content-Digest is malformed.");
        };
    }

    private static Optional<InvalidSignature> digest(String sentence) {
        return Optional.of(new InvalidSignature(Fault.DIGEST_MISMATCH, sentence));
    }

    private Optional<InvalidSignature> ageObjection(SignatureInput input) {
        return age.objection(input).map(sentence -> new InvalidSignature(Fault.OUT_OF_TIME, sentence));
    }

    private SignatureVerdict verify(SignatureInput input, byte[] signature, MessageVerificationKey key) {
        try {
            return key.verify(SignatureBase.of(message, input, types).bytes(), signature)
                    ? new ValidSignature(input, key)
                    : new InvalidSignature(Fault.WRONG, "The signature is not one of this message by this key.");
        } catch (MalformedSignatureException e) {
            return new InvalidSignature(Fault.MALFORMED, e.sentence());
        }
    }
}
