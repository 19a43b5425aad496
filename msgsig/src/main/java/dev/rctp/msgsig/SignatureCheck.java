package dev.rctp.msgsig;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The checks that requests and responses share (RFC 9421 3.2); coverage before cryptography (B1). */
final class SignatureCheck {

    /** Builds the base of the message at hand. */
    @FunctionalInterface
    interface BaseSource {
        SignatureBase base(SignatureInput input) throws MalformedSignatureException;
    }

    private record Message(HttpFields fields, byte[] body, List<String> required, BaseSource source) {}

    private static final String WEB_BOT_AUTH = "web-bot-auth";

    private final KeyLookup keys;
    private final Freshness freshness;
    private final InstantSource clock;

    SignatureCheck(KeyLookup keys, Freshness freshness, InstantSource clock) {
        this.keys = keys;
        this.freshness = freshness;
        this.clock = clock;
    }

    SignatureVerdict verify(HttpFields fields, byte[] body, List<String> required, BaseSource source) {
        return switch (ReceivedSignature.read(fields, MessageSigner.LABEL)) {
            case ReceivedSignature.Absent() -> invalid(Fault.MISSING, "There is no signature labelled sig1.");
            case ReceivedSignature.Malformed(String sentence) -> invalid(Fault.MALFORMED, sentence);
            case ReceivedSignature.Present(SignatureInput input, byte[] signature) ->
                verify(input, signature, new Message(fields, body, required, source));
        };
    }

    private SignatureVerdict verify(SignatureInput input, byte[] signature, Message message) {
        InvalidSignature claim = claimObjection(input);
        if (claim != null) {
            return claim;
        }
        String keyId = input.keyId();
        VerificationKey key = keyId == null ? null : keys.find(keyId);
        if (key == null) {
            return invalid(Fault.KEY_UNKNOWN, "The signature names no key that is known.");
        }
        if (!key.algorithm().fits(input.alg())) {
            return invalid(Fault.ALGORITHM_MISMATCH, "The alg parameter is not the key's algorithm.");
        }
        InvalidSignature coverage = coverageObjection(input, message);
        return coverage != null ? coverage : verify(input, signature, key, message.source());
    }

    private @Nullable InvalidSignature claimObjection(SignatureInput input) {
        String tag = input.tag();
        if (tag != null && !tag.equals(WEB_BOT_AUTH)) {
            return invalid(Fault.MISSING, "The signature's tag is another application's.");
        }
        return freshness
                .objection(input, clock.instant())
                .map(sentence -> invalid(Fault.OUT_OF_TIME, sentence))
                .orElse(null);
    }

    private static @Nullable InvalidSignature coverageObjection(SignatureInput input, Message message) {
        for (String component : message.required()) {
            if (!isCovered(input, component)) {
                return invalid(Fault.COVERAGE_INSUFFICIENT, "The signature does not cover " + component + ".");
            }
        }
        return digestObjection(input, message.fields(), message.body());
    }

    private static boolean isCovered(SignatureInput input, String identifier) {
        try {
            return input.covers(Component.parse(identifier));
        } catch (MalformedSignatureException e) {
            throw new IllegalArgumentException("not a component identifier: " + identifier, e);
        }
    }

    private static @Nullable InvalidSignature digestObjection(SignatureInput input, HttpFields fields, byte[] body) {
        if (body.length == 0 && !fields.contains("content-digest")) {
            return null;
        }
        if (!input.covers("content-digest")) {
            return invalid(Fault.COVERAGE_INSUFFICIENT, "The signature does not cover \"content-digest\".");
        }
        return switch (ContentDigest.check(fields, body)) {
            case MATCHES -> null;
            case MISSING -> invalid(Fault.DIGEST_MISMATCH, "There is no sha-256 digest of the body.");
            case MISMATCH -> invalid(Fault.DIGEST_MISMATCH, "The digest is not that of the body.");
            case MALFORMED -> invalid(Fault.DIGEST_MISMATCH, "Content-Digest is malformed.");
        };
    }

    private static SignatureVerdict verify(
            SignatureInput input, byte[] signature, VerificationKey key, BaseSource source) {
        try {
            return key.verify(source.base(input).bytes(), signature)
                    ? new ValidSignature(input, key)
                    : invalid(Fault.WRONG, "The signature is not the key's signature of this message.");
        } catch (MalformedSignatureException e) {
            return invalid(Fault.MALFORMED, e.sentence());
        }
    }

    private static InvalidSignature invalid(Fault fault, String sentence) {
        return new InvalidSignature(fault, sentence);
    }
}
