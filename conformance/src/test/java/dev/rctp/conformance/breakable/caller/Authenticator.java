package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.Caller;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.registries.Reason;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds out whose call this is: signature, then operator (SIG-1 to SIG-6, OPR-1). */
public final class Authenticator {

    private static final Map<String, String> HTTP_NAMES =
            Map.of("ES256", "ecdsa-p256-sha256", "ES384", "ecdsa-p384-sha384", "EdDSA", "ed25519");

    private final Operators operators;
    private final Coverage coverage;
    private final Freshness freshness;
    private final BodyDigest digest;
    private final SignatureBase base;
    private final GatewayClock clock;
    private final Set<Fault> faults;

    /** With the configuration's rules. */
    public Authenticator(BreakableConfig config, Operators operators, GatewayClock clock, Set<Fault> faults) {
        this.operators = operators;
        this.coverage = new Coverage(faults);
        this.freshness = new Freshness(config.is("/require_created"), faults);
        this.digest = new BodyDigest(faults);
        this.base = new SignatureBase(config.optional("/listen/scheme").orElse("https"), faults);
        this.clock = clock;
        this.faults = faults;
    }

    /**
     * A verified caller.
     *
     * @param caller who signed
     * @param tokenCovered whether the signature covers {@code authorization}
     */
    public record Authenticated(Caller caller, boolean tokenCovered) {}

    /** The caller; {@code headAt} is when the request's head was there, {@code authority} the one it was sent to. */
    public Authenticated authenticate(Request request, String authority, Instant headAt) throws Refusal {
        PresentedSignature signature = PresentedSignature.of(request.headers(), faults);
        coverage.check(request, signature);
        freshness.check(signature, headAt);
        if (!faults.contains(Fault.SIG_BODY_END_NOT_JUDGED)) {
            freshness.check(signature, clock.instant());
        }
        Operators.Signer signer = operators.signer(request.headers().joined("UCP-Agent"), signature.keyId());
        algorithm(signature, signer.key());
        digest.check(request);
        if (!verifies(signer.key(), base.of(request, authority, signature), signature.octets())) {
            throw Refusal.because(
                    Reason.SIGNATURE_INVALID, "signature_invalid", "The signature isn't the key's over this request.");
        }
        return new Authenticated(signer.caller(), signature.covers("authorization"));
    }

    private void algorithm(PresentedSignature signature, PublicJwk key) throws Refusal {
        Optional<Object> named = signature.input().param("alg");
        if (named.isPresent() && !named.get().equals(HTTP_NAMES.get(key.algorithm()))) {
            if (!faults.contains(Fault.SIG_ALG_IGNORED)) {
                throw Refusal.because(
                        Reason.SIGNATURE_INVALID, "algorithm_unsupported", "alg isn't the algorithm of the key.");
            }
        }
    }

    private boolean verifies(PublicJwk key, byte[] input, byte[] signature) {
        if (faults.contains(Fault.SIG_DER_ACCEPTED) && key.verifiesDer(input, signature)) {
            return true;
        }
        if (faults.contains(Fault.SIG_ZERO_ACCEPTED) && Arrays.equals(signature, new byte[signature.length])) {
            return true;
        }
        if (faults.contains(Fault.SIG_OCTETS_NOT_VERIFIED)) {
            return true;
        }
        return key.verifies(input, signature);
    }
}
