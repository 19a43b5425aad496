package dev.rctp.approval.passkey;

import com.webauthn4j.WebAuthnRegistrationManager;
import com.webauthn4j.data.PublicKeyCredentialParameters;
import com.webauthn4j.data.PublicKeyCredentialType;
import com.webauthn4j.data.RegistrationData;
import com.webauthn4j.data.RegistrationParameters;
import com.webauthn4j.data.RegistrationRequest;
import com.webauthn4j.data.attestation.AttestationObject;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.statement.AttestationStatement;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import com.webauthn4j.data.attestation.statement.PackedAttestationStatement;
import com.webauthn4j.verifier.attestation.statement.none.NoneAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.packed.PackedAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.certpath.NullCertPathTrustworthinessVerifier;
import com.webauthn4j.verifier.attestation.trustworthiness.self.DefaultSelfAttestationTrustworthinessVerifier;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Judges registrations (WebAuthn section 7.1) for one relying party; safe for concurrent use. */
public final class RegistrationVerifier {

    private static final List<PublicKeyCredentialParameters> ALGORITHMS = Arrays.stream(KeyAlgorithm.values())
            .map(one -> new PublicKeyCredentialParameters(PublicKeyCredentialType.PUBLIC_KEY, one.cose()))
            .toList();

    private final RelyingParty relyingParty;
    private final InstantSource clock;
    private final WebAuthnRegistrationManager manager = new WebAuthnRegistrationManager(
            List.of(new NoneAttestationStatementVerifier(), new PackedAttestationStatementVerifier()),
            new NullCertPathTrustworthinessVerifier(),
            new DefaultSelfAttestationTrustworthinessVerifier());

    /** For this relying party only. */
    public RegistrationVerifier(RelyingParty relyingParty, InstantSource clock) {
        this.relyingParty = relyingParty;
        this.clock = clock;
    }

    /**
     * The seller's new passkey, if it was made here for this challenge, with its user verified. It comes without attestation, as was asked
     * for, or with its own, which browsers let through. The caller has taken the challenge away before.
     */
    public EnrolmentVerdict verify(RegistrationResponse response, PasskeyChallenge expected, String seller) {
        try {
            response.clientData().check(ClientData.CREATE, expected, relyingParty);
            return passkey(response, verified(response, expected), seller);
        } catch (Unfit e) {
            return e.refused();
        }
    }

    private AttestationObject verified(RegistrationResponse response, PasskeyChallenge expected) throws Unfit {
        RegistrationRequest request = new RegistrationRequest(response.attestationObject(), response.clientDataJson());
        RegistrationData data = Ceremony.run(() -> manager.parse(request));
        AttestationObject attestation = Objects.requireNonNull(data.getAttestationObject());
        Unfit.unless(isAccepted(attestation.getAttestationStatement()), PasskeyFault.ATTESTATION);
        RegistrationParameters parameters =
                new RegistrationParameters(Ceremony.server(relyingParty, expected), ALGORITHMS, true, true);
        Ceremony.run(() -> manager.verify(data, parameters));
        return attestation;
    }

    private static boolean isAccepted(AttestationStatement statement) {
        return statement instanceof NoneAttestationStatement
                || (statement instanceof PackedAttestationStatement packed && packed.getX5c() == null);
    }

    private Passkey passkey(RegistrationResponse response, AttestationObject attestation, String seller) throws Unfit {
        var data = attestation.getAuthenticatorData();
        AttestedCredentialData credential = Objects.requireNonNull(data.getAttestedCredentialData());
        Unfit.unless(
                Arrays.equals(credential.getCredentialId(), response.credentialIdBytes()), PasskeyFault.CREDENTIAL);
        return new Passkey(
                response.credentialId(),
                seller,
                CoseKeys.read(credential.getCOSEKey()),
                Passkey.userHandle(seller),
                data.isFlagBE(),
                data.getSignCount(),
                clock.instant());
    }
}
