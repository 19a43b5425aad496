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
        if (tag != null && !tag.equals(ReceivedSignature.WEB_BOT_AUTH)) {
            return invalid("signature_missing", "The signature sig1 has a tag of another application.");
        }
        if (claim.input().coversTrailer()) {
            return invalid("signature_invalid", "The signature sig1 covers a trailer, and trailers are not read here.");
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
        RequestMessage request = claim.request();
        SignedMessage message = new SignedMessage(
                request,
                claim.body(),
                SignatureRules.Body.COVERED_BY_SHA_256,
                FieldTypes.KNOWN,
                input -> CoverageRule.gap(request, claim.body().length > 0, input),
                input -> policy.objection(input, claim.headReceivedAt(), clock.instant()));
        return switch (message.judge(claim.input(), claim.signature(), found.key())) {
            case ValidSignature valid -> new VerifiedAgent(found.operator(), found.key());
            case InvalidSignature invalid -> refused(invalid, claim);
        };
    }

    private static Unauthenticated refused(InvalidSignature invalid, Claim claim) {
        return switch (invalid.fault()) {
            case MISSING -> invalid("signature_missing", invalid.sentence());
            case OUT_OF_TIME -> invalid("signature_expired", invalid.sentence());
            case ALGORITHM_MISMATCH -> invalid("algorithm_unsupported", invalid.sentence());
            case COVERAGE_INSUFFICIENT -> uncovered(invalid, claim);
            case DIGEST_MISMATCH -> invalid("digest_mismatch", invalid.sentence());
            case MALFORMED, KEY_UNKNOWN -> invalid("signature_invalid", invalid.sentence());
            case WRONG ->
                invalid(
                        "signature_invalid",
                        "The signature is not one of this request by this key; here @authority is "
                                + claim.request().authority() + ".");
        };
    }

    /** {@code authorization} is the last that is asked for (SIG-2): when it is what is missing, nothing else is. */
    private static Unauthenticated uncovered(InvalidSignature invalid, Claim claim) {
        boolean token = CoverageRule.gap(claim.request(), claim.body().length > 0, claim.input())
                .filter("authorization"::equals)
                .isPresent();
        return new Unauthenticated(
                token ? Reason.GRANT_INVALID : Reason.SIGNATURE_INVALID, "coverage_insufficient", invalid.sentence());
    }

    private static Unauthenticated invalid(String cause, String sentence) {
        return new Unauthenticated(Reason.SIGNATURE_INVALID, cause, sentence);
    }
}
