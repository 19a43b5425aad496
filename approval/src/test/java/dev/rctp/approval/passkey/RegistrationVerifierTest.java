package dev.rctp.approval.passkey;

import static dev.rctp.approval.passkey.SampleAuthenticator.AT;
import static dev.rctp.approval.passkey.SampleAuthenticator.BE;
import static dev.rctp.approval.passkey.SampleAuthenticator.BS;
import static dev.rctp.approval.passkey.SampleAuthenticator.ORIGIN;
import static dev.rctp.approval.passkey.SampleAuthenticator.RP_ID;
import static dev.rctp.approval.passkey.SampleAuthenticator.SELLER;
import static dev.rctp.approval.passkey.SampleAuthenticator.UP;
import static dev.rctp.approval.passkey.SampleAuthenticator.UV;
import static dev.rctp.approval.passkey.SampleAuthenticator.fixed;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RegistrationVerifierTest {

    private static final RelyingParty RELYING_PARTY = new RelyingParty(RP_ID, Set.of(ORIGIN), Set.of());
    private static final SampleAuthenticator AUTHENTICATOR = SampleAuthenticator.es256();
    private static final PasskeyChallenge CHALLENGE = PasskeyChallenge.random(new SecureRandom());
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final RegistrationVerifier VERIFIER = new RegistrationVerifier(RELYING_PARTY, () -> NOW);

    private static EnrolmentVerdict judge(JsonNode credential) {
        return switch (RegistrationResponse.read(credential)) {
            case RegistrationResponse response -> VERIFIER.verify(response, CHALLENGE, SELLER);
            case PasskeyRefused refused -> refused;
        };
    }

    private static EnrolmentVerdict judge(SampleAuthenticator.Answer answer) {
        return judge(answer.registration());
    }

    private static PasskeyRefused refused(PasskeyFault fault) {
        return new PasskeyRefused(fault);
    }

    private static SampleAuthenticator.Answer answer() {
        return AUTHENTICATOR.registration(CHALLENGE);
    }

    private static Stream<SampleAuthenticator> authenticators() {
        return Stream.of(AUTHENTICATOR, SampleAuthenticator.ed25519(), SampleAuthenticator.rs256());
    }

    @ParameterizedTest
    @MethodSource("authenticators")
    @DisplayName("APR-9: a passkey of each accepted algorithm is registered, and then approves")
    void registersAndApproves(SampleAuthenticator authenticator) {
        EnrolmentVerdict verdict = judge(authenticator
                .registration(CHALLENGE)
                .flags(UP | UV | AT | BE | BS)
                .counter(3));

        assertThat(verdict).isInstanceOf(Passkey.class);
        Passkey passkey = (Passkey) verdict;
        assertThat(passkey.credentialId()).isEqualTo(authenticator.credentialId);
        assertThat(passkey.seller()).isEqualTo(SELLER);
        assertThat(passkey.counter()).isEqualTo(3);
        assertThat(passkey.backupEligible()).isTrue();
        assertThat(passkey.registeredAt()).isEqualTo(NOW);
        ObjectNode jwk = passkey.key().json();
        jwk.remove("alg");
        assertThat(jwk).isEqualTo(authenticator.jwk());
        AuthenticationResponse response = (AuthenticationResponse) AuthenticationResponse.read(authenticator
                .assertion(CHALLENGE)
                .flags(UP | UV | BE | BS)
                .counter(4)
                .userHandle(passkey.userHandle())
                .authentication());
        assertThat(new AssertionVerifier(RELYING_PARTY).verify(response, CHALLENGE, passkey))
                .isInstanceOf(VerifiedAssertion.class);
    }

    @Test
    @DisplayName("APR-9: the creation options ask for what is then demanded")
    void creationOptions() {
        ObjectNode options = new CredentialOptions(RELYING_PARTY, Duration.ofMinutes(5))
                .creation(SELLER, "Anna", CHALLENGE, List.of(AUTHENTICATOR.passkey(0)));
        assertThat(options.toString()).isEqualTo("""
                {"rp":{"id":"shop.example","name":"shop.example"},\
                "user":{"id":"c2xyXzc","name":"Anna","displayName":"Anna"},"challenge":"%s",\
                "pubKeyCredParams":[{"type":"public-key","alg":-7},{"type":"public-key","alg":-8},\
                {"type":"public-key","alg":-257}],"timeout":300000,\
                "excludeCredentials":[{"type":"public-key","id":"%s"}],\
                "authenticatorSelection":{"residentKey":"preferred","requireResidentKey":false,\
                "userVerification":"required"},"attestation":"none"}""".formatted(CHALLENGE.text(), AUTHENTICATOR.credentialId));
    }

    @Test
    @DisplayName("APR-9: the request options ask for the user's verification by one of the seller's passkeys")
    void requestOptions() {
        ObjectNode options = new CredentialOptions(RELYING_PARTY, Duration.ofMinutes(5))
                .request(CHALLENGE, List.of(AUTHENTICATOR.passkey(0)));
        assertThat(options.toString()).isEqualTo("""
                {"challenge":"%s","timeout":300000,"rpId":"shop.example",\
                "allowCredentials":[{"type":"public-key","id":"%s"}],"userVerification":"required"}""".formatted(CHALLENGE.text(), AUTHENTICATOR.credentialId));
    }

    @Test
    @DisplayName("APR-9: a user.id has at most 64 bytes, whatever the sub")
    void userHandleIsShort() {
        assertThat(Base64Url.decode(Passkey.userHandle("s".repeat(64)))).hasSize(64);
        assertThat(Base64Url.decode(Passkey.userHandle("s".repeat(65)))).hasSize(32);
    }

    @Test
    @DisplayName("APR-9: everything that an assertion is asked, a registration is asked too")
    void everythingWrong() {
        assertThat(judge(AUTHENTICATOR.registration(PasskeyChallenge.random(new SecureRandom()))))
                .isEqualTo(refused(PasskeyFault.CHALLENGE));
        assertThat(judge(answer().client("type", "webauthn.get"))).isEqualTo(refused(PasskeyFault.TYPE));
        assertThat(judge(answer().client("origin", "https://shop.example"))).isEqualTo(refused(PasskeyFault.ORIGIN));
        assertThat(judge(answer().crossOrigin(true))).isEqualTo(refused(PasskeyFault.EMBEDDING));
        assertThat(judge(answer().crossOrigin(true).client("topOrigin", ORIGIN)))
                .isEqualTo(refused(PasskeyFault.EMBEDDING));
        assertThat(judge(answer().rpId("other.example"))).isEqualTo(refused(PasskeyFault.RELYING_PARTY));
        assertThat(judge(answer().flags(UP | AT))).isEqualTo(refused(PasskeyFault.USER_NOT_VERIFIED));
        assertThat(judge(answer().flags(UV | AT))).isEqualTo(refused(PasskeyFault.USER_NOT_PRESENT));
        assertThat(judge(answer().flags(UP | UV | AT | BS))).isEqualTo(refused(PasskeyFault.BACKUP_STATE));
        assertThat(judge(answer().id("b3RoZXI"))).isEqualTo(refused(PasskeyFault.CREDENTIAL));
        assertThat(judge(answer().flags(UP | UV))).isInstanceOf(PasskeyRefused.class);
        assertThat(judge(answer().more(new byte[] {0}))).isInstanceOf(PasskeyRefused.class);
    }

    @Test
    @DisplayName("APR-9: an attestation that nobody asked for is refused, and so is a wrong one of the passkey's own")
    void attestations() {
        assertThat(judge(answer().attestation("none", Cbor.map("alg", -7)))).isInstanceOf(PasskeyRefused.class);
        assertThat(judge(answer().attestation("packed", Cbor.map("alg", -7, "sig", new byte[70]))))
                .isInstanceOf(PasskeyRefused.class);
        assertThat(judge(answer().attestation("invented", Cbor.map()))).isInstanceOf(PasskeyRefused.class);
    }

    private static byte[] x() {
        return fixed(((ECPublicKey) AUTHENTICATOR.pair.getPublic()).getW().getAffineX());
    }

    private static byte[] y() {
        return fixed(((ECPublicKey) AUTHENTICATOR.pair.getPublic()).getW().getAffineY());
    }

    @Test
    @DisplayName("B58: kty, crv and alg of a COSE key agree, and its point is one of the curve, written out")
    void keysOfAnotherKind() {
        byte[] off = y();
        off[31] ^= 1;
        byte[] ed = Arrays.copyOf(x(), 32);
        for (byte[] cose : List.of(
                Cbor.map(1, 2, 3, -8, -1, 1, -2, x(), -3, y()), // EdDSA with a point of P-256
                Cbor.map(1, 2, 3, -7, -1, 2, -2, x(), -3, y()), // ES256 with P-384
                Cbor.map(1, 2, 3, -7, -1, 8, -2, x(), -3, y()), // ES256 with secp256k1
                Cbor.map(1, 1, 3, -7, -1, 6, -2, ed), // ES256 with Ed25519
                Cbor.map(1, 3, 3, -7, -1, new byte[256], -2, new byte[] {1, 0, 1}), // ES256 with RSA
                Cbor.map(1, 3, 3, -257, -1, new byte[128], -2, new byte[] {1, 0, 1}), // too short
                Cbor.map(1, 2, 3, -35, -1, 2, -2, x(), -3, y()), // not accepted
                Cbor.map(1, 2, 3, -7, -1, 1, -2, x(), -3, true), // compressed
                Cbor.map(1, 2, 3, -7, -1, 1, -2, x()), // y missing
                Cbor.map(1, 2, 3, -7, -1, 1, -2, x(), -3, off), // off the curve
                Cbor.map(1, 2, 3, -7, -1, 1, -2, new byte[32], -3, new byte[32]), // no point
                Cbor.map(1, 2, 3, -7, -1, 1, -2, Arrays.copyOf(x(), 33), -3, y()), // too long
                Cbor.map(1, 1, 3, -8, -1, 6, -2, new byte[32]), // of small order
                Cbor.map(1, 1, 3, -8, -1, 4, -2, ed), // X25519
                Cbor.map(1, 2, 3, -7),
                Cbor.map())) {
            assertThat(judge(answer().cose(cose))).isInstanceOf(PasskeyRefused.class);
        }
        assertThat(judge(answer().cose(Cbor.map(1, 2, 3, -8, -1, 1, -2, x(), -3, y()))))
                .isEqualTo(refused(PasskeyFault.ALGORITHM));
        assertThat(judge(answer().cose(Cbor.map(1, 2, 3, -7, -1, 2, -2, x(), -3, y()))))
                .isEqualTo(refused(PasskeyFault.ALGORITHM));
    }

    @Test
    @DisplayName("APR-9: nothing that comes in is an exception")
    void everyByte() {
        Random random = new Random(20261130);
        ObjectNode credential = answer().registration();
        ObjectNode response = (ObjectNode) credential.get("response");
        byte[] good = Base64Url.decode(response.get("attestationObject").stringValue());
        for (int i = 0; i < 2 * good.length; i++) {
            byte[] changed = i % 2 == 0 ? good.clone() : Arrays.copyOf(good, random.nextInt(good.length));
            if (changed.length > 0) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            response.put("attestationObject", Base64Url.encode(changed));
            assertThat(judge(credential)).isNotNull();
        }
        response.put("attestationObject", Base64Url.encode(new byte[100_000]));
        assertThat(judge(credential)).isEqualTo(refused(PasskeyFault.MALFORMED));
    }
}
