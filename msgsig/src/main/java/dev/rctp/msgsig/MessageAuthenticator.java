package dev.rctp.msgsig;

import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.profile.ProfileDirectory;
import dev.rctp.registries.Reason;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** Verifies message signatures against the keys of onboarded operators' profiles (SIG-1 to SIG-6, OPR-1). */
public final class MessageAuthenticator implements RequestAuthenticator {

    private final ProfileDirectory profiles;
    private final SignaturePolicy policy;
    private final InstantSource clock;

    /**
     * An authenticator.
     *
     * @param profiles where operators and keys are found
     * @param policy when a signature is good
     * @param clock tells when the body was complete
     */
    public MessageAuthenticator(ProfileDirectory profiles, SignaturePolicy policy, InstantSource clock) {
        this.profiles = profiles;
        this.policy = policy;
        this.clock = clock;
    }

    /** One request and its signature {@code sig1}, not yet verified. */
    private record Claim(
            RequestMessage request, byte[] body, Instant headReceivedAt, SignatureInput input, byte[] signature) {}

    @Override
    public Authentication authenticate(RequestMessage request, byte[] body, Instant headReceivedAt)
            throws InterruptedException {
        return switch (ReceivedSignature.read(request.fields(), MessageSigner.LABEL)) {
            case ReceivedSignature.Absent absent ->
                invalid("signature_missing", "The request has no signature labelled sig1.");
            case ReceivedSignature.Malformed malformed -> invalid("signature_missing", malformed.sentence());
            case ReceivedSignature.Present present ->
                identify(new Claim(request, body, headReceivedAt, present.input(), present.signature()));
        };
    }

    private Authentication identify(Claim claim) throws InterruptedException {
        String tag = claim.input().tag();
        if (tag != null && !tag.equals("web-bot-auth")) {
            return invalid("signature_missing", "The signature sig1 has a tag of another application.");
        }
        String keyId = claim.input().keyId();
        if (keyId == null) {
            return invalid("signature_invalid", "The signature sig1 has no keyid.");
        }
        Optional<String> profile = UcpAgentField.profile(claim.request().fields());
        if (profile.isEmpty()) {
            return new Unauthenticated(
                    Reason.OPERATOR_UNKNOWN,
                    "invalid_profile_url",
                    "UCP-Agent must be a dictionary with one member profile=\"https://...\".");
        }
        return switch (profiles.find(profile.get(), keyId)) {
            case ProfileDirectory.Found found -> verify(claim, found);
            case ProfileDirectory.Unknown unknown ->
                new Unauthenticated(Reason.OPERATOR_UNKNOWN, unknown.cause(), unknown.sentence());
        };
    }

    private Authentication verify(Claim claim, ProfileDirectory.Found found) {
        Optional<Unauthenticated> fault = algorithmFault(claim, found.key())
                .or(() -> coverageFault(claim))
                .or(() -> digestFault(claim))
                .or(() -> timeFault(claim))
                .or(() -> signatureFault(claim, found.key()));
        return fault.isPresent()
                ? fault.get()
                : new VerifiedAgent(found.operator(), found.key().thumbprint());
    }

    private static Optional<Unauthenticated> algorithmFault(Claim claim, VerificationKey key) {
        return key.algorithm().fits(claim.input().alg())
                ? Optional.empty()
                : Optional.of(invalid(
                        "algorithm_unsupported",
                        "The signature's alg is not that of its key: leave it out, or send "
                                + key.algorithm().httpName() + "."));
    }

    private static Optional<Unauthenticated> coverageFault(Claim claim) {
        return CoverageRule.gap(claim.request(), claim.body().length > 0, claim.input())
                .map(MessageAuthenticator::uncovered);
    }

    private static Unauthenticated uncovered(String component) {
        if (component.equals("authorization")) {
            return new Unauthenticated(
                    Reason.GRANT_INVALID,
                    "coverage_insufficient",
                    "The signature must cover authorization, since the request has it.");
        }
        return invalid("coverage_insufficient", "The signature must cover " + component + ".");
    }

    /** Also checks a digest that nobody asked for: a wrong one beside no body is no accident. */
    private static Optional<Unauthenticated> digestFault(Claim claim) {
        HttpFields fields = claim.request().fields();
        if (claim.body().length == 0 && !fields.contains("content-digest")) {
            return Optional.empty();
        }
        return switch (ContentDigest.check(fields, claim.body())) {
            case MATCHES -> Optional.empty();
            case MISSING -> digest("Content-Digest has no sha-256 of the body.");
            case MISMATCH -> digest("Content-Digest is not the sha-256 of the body as it was received.");
            case MALFORMED -> digest("Content-Digest is malformed.");
        };
    }

    private static Optional<Unauthenticated> digest(String sentence) {
        return Optional.of(invalid("digest_mismatch", sentence));
    }

    private Optional<Unauthenticated> timeFault(Claim claim) {
        return policy.objection(claim.input(), claim.headReceivedAt(), clock.instant())
                .map(sentence -> invalid("signature_expired", sentence));
    }

    private static Optional<Unauthenticated> signatureFault(Claim claim, VerificationKey key) {
        try {
            SignatureBase base = SignatureBase.ofRequest(claim.request(), claim.input());
            return key.verify(base.bytes(), claim.signature())
                    ? Optional.empty()
                    : Optional.of(invalid(
                            "signature_invalid",
                            "The signature is not one of this request by this key; here @authority is "
                                    + claim.request().authority() + "."));
        } catch (MalformedSignatureException e) {
            return Optional.of(invalid("signature_invalid", e.sentence()));
        }
    }

    private static Unauthenticated invalid(String cause, String sentence) {
        return new Unauthenticated(Reason.SIGNATURE_INVALID, cause, sentence);
    }
}
