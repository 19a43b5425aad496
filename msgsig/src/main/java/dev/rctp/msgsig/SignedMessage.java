package dev.rctp.msgsig;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.util.Optional;

/**
 * What a signature by a known key is held to, for requests and answers alike (RFC 9421 3.2); coverage before cryptography (B1).
 *
 * @param body the raw body, empty for none
 * @param coverage what must be covered
 * @param age how old it may be
 * @param source builds the base
 */
record SignedMessage(HttpFields fields, byte[] body, Coverage coverage, Age age, BaseSource source) {

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

    /** Builds the base of the message at hand. */
    @FunctionalInterface
    interface BaseSource {
        SignatureBase base(SignatureInput input) throws MalformedSignatureException;
    }

    /** Judges algorithm, coverage, digest, times and signature, in this order. */
    SignatureVerdict judge(SignatureInput input, byte[] signature, VerificationKey key) {
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
        if (body.length == 0 && !fields.contains("content-digest")) {
            return Optional.empty();
        }
        return switch (ContentDigest.check(fields, body)) {
            case MATCHES -> Optional.empty();
            case MISSING -> digest("Content-Digest has no sha-256 of the body.");
            case MISMATCH -> digest("Content-Digest is not the sha-256 of the body as it was received.");
            case MALFORMED -> digest("Content-Digest is malformed.");
        };
    }

    private static Optional<InvalidSignature> digest(String sentence) {
        return Optional.of(new InvalidSignature(Fault.DIGEST_MISMATCH, sentence));
    }

    private Optional<InvalidSignature> ageObjection(SignatureInput input) {
        return age.objection(input).map(sentence -> new InvalidSignature(Fault.OUT_OF_TIME, sentence));
    }

    private SignatureVerdict verify(SignatureInput input, byte[] signature, VerificationKey key) {
        try {
            return key.verify(source.base(input).bytes(), signature)
                    ? new ValidSignature(input, key)
                    : new InvalidSignature(Fault.WRONG, "The signature is not one of this message by this key.");
        } catch (MalformedSignatureException e) {
            return new InvalidSignature(Fault.MALFORMED, e.sentence());
        }
    }
}
