package dev.rctp.approval.passkey;

import com.webauthn4j.WebAuthnAuthenticationManager;
import com.webauthn4j.credential.CredentialRecord;
import com.webauthn4j.credential.CredentialRecordImpl;
import com.webauthn4j.data.AuthenticationData;
import com.webauthn4j.data.AuthenticationParameters;
import com.webauthn4j.data.AuthenticationRequest;
import com.webauthn4j.data.attestation.authenticator.AAGUID;
import com.webauthn4j.data.attestation.authenticator.AttestedCredentialData;
import com.webauthn4j.data.attestation.statement.NoneAttestationStatement;
import java.util.List;
import java.util.Objects;

/** Judges assertions (WebAuthn section 7.2) for one relying party; safe for concurrent use. */
public final class AssertionVerifier {

    /** The hash of the relying party's id, flags and counter (WebAuthn section 6.1). */
    private static final int BARE_LENGTH = 37;

    private static final int FLAGS = 32;
    private static final int EXTENSIONS = 0x80;

    private final RelyingParty relyingParty;
    private final WebAuthnAuthenticationManager manager = new WebAuthnAuthenticationManager();

    /** For this relying party only. */
    public AssertionVerifier(RelyingParty relyingParty) {
        this.relyingParty = relyingParty;
    }

    /**
     * Whether this passkey signed this challenge here, with its user verified (B53), and its counter rose or is not used (B56). The caller has
     * taken the challenge away before.
     */
    public AssertionVerdict verify(AuthenticationResponse response, PasskeyChallenge expected, Passkey passkey) {
        try {
            response.clientData().check(ClientData.GET, expected, relyingParty);
            Unfit.unless(response.credentialId().equals(passkey.credentialId()), PasskeyFault.CREDENTIAL);
            Unfit.unless(response.isOf(passkey.userHandle()), PasskeyFault.USER_HANDLE);
            Unfit.unless(isWhole(response.authenticatorData()), PasskeyFault.MALFORMED);
            return new VerifiedAssertion(passkey, response, counter(response, expected, passkey));
        } catch (Unfit e) {
            return e.refused();
        }
    }

    /** Whether there is more than the bare data where its flags announce extensions, which the library reads over. */
    private static boolean isWhole(byte[] data) {
        return data.length > BARE_LENGTH || (data.length == BARE_LENGTH && (data[FLAGS] & EXTENSIONS) == 0);
    }

    private long counter(AuthenticationResponse response, PasskeyChallenge expected, Passkey passkey) throws Unfit {
        AuthenticationRequest request = new AuthenticationRequest(
                response.credentialIdBytes(),
                response.authenticatorData(),
                response.clientDataJson(),
                response.signature());
        AuthenticationParameters parameters = new AuthenticationParameters(
                Ceremony.server(relyingParty, expected),
                stored(passkey),
                List.of(response.credentialIdBytes()),
                true,
                true);
        AuthenticationData data = Ceremony.run(() -> manager.verify(request, parameters));
        return Objects.requireNonNull(data.getAuthenticatorData()).getSignCount();
    }

    private static CredentialRecord stored(Passkey passkey) {
        AttestedCredentialData credential = new AttestedCredentialData(
                AAGUID.ZERO, Base64Url.decode(passkey.credentialId()), CoseKeys.write(passkey.key()));
        return new CredentialRecordImpl(
                new NoneAttestationStatement(),
                null,
                passkey.backupEligible(),
                null,
                passkey.counter(),
                credential,
                null,
                null,
                null,
                null);
    }
}
