package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.profile.ProfileDirectory;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("SIG-1 admits three algorithms; those of other peers have other types")
class AlgorithmPolicyTest {

    private static final byte[] DATA = "data".getBytes(StandardCharsets.US_ASCII);
    private static final JsonNode KEYS =
            Vectors.read("rfc9421/rfc9421-appendix-b.json").get("keys");

    @Test
    @DisplayName("SIG-1: the algorithms of a profile's keys are these three, by type")
    void closedByType() throws NoSuchMethodException {
        assertThat(SignatureAlgorithm.values())
                .extracting(SignatureAlgorithm::httpName)
                .containsExactly("ecdsa-p256-sha256", "ecdsa-p384-sha384", "ed25519");
        assertThat(HttpAlgorithm.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(SignatureAlgorithm.class, PeerAlgorithm.class);
        assertThat(VerificationKey.class.getPermittedSubclasses()).containsExactly(ParsedVerificationKey.class);
        assertThat(VerificationKey.class.getMethod("algorithm").getReturnType()).isEqualTo(SignatureAlgorithm.class);
        assertThat(ProfileDirectory.Found.class.getMethod("key").getReturnType())
                .isEqualTo(VerificationKey.class);
        assertThat(KeyLookup.class.getMethod("find", String.class).getReturnType())
                .isEqualTo(VerificationKey.class);
        assertThat(Stream.of(RsaVerificationKey.class, HmacKey.class))
                .noneMatch(VerificationKey.class::isAssignableFrom);
    }

    static Stream<Arguments> peerKeys() {
        return Stream.of("test-key-rsa", "test-key-rsa-pss", "test-shared-secret")
                .map(name -> Arguments.argumentSet(name, KEYS.get(name)));
    }

    @ParameterizedTest
    @MethodSource("peerKeys")
    @DisplayName("OPR-3: keys of type RSA and oct are none for SIG-1, whatever alg they claim")
    void refusedForSig1(JsonNode key) {
        for (String alg : new String[] {"ES256", "EdDSA", "PS512", "HS256"}) {
            ObjectNode jwk = VectorKeys.publicJwk(key).put("alg", alg);
            jwk.remove("k");
            assertThatThrownBy(() -> Cryptography.select().verificationKey(jwk))
                    .isInstanceOfSatisfying(
                            MalformedKeyException.class,
                            e -> assertThat(e.fault()).isEqualTo(MalformedKeyException.Fault.UNSUPPORTED));
        }
    }

    @Test
    @DisplayName("B70: no key takes another algorithm's signature, not even of the same RSA key")
    void oneAlgorithmPerKey() throws MalformedKeyException {
        JsonNode rsa = KEYS.get("test-key-rsa-pss");
        byte[] pss = VectorKeys.signing(rsa, "rsa-pss-sha512").sign(DATA);
        byte[] v15 = VectorKeys.signing(rsa, "rsa-v1_5-sha256").sign(DATA);
        assertThat(VectorKeys.verifying(rsa, "rsa-pss-sha512").verify(DATA, v15))
                .isFalse();
        assertThat(VectorKeys.verifying(rsa, "rsa-v1_5-sha256").verify(DATA, pss))
                .isFalse();
        for (byte[] signature : new byte[][] {new byte[0], new byte[1], new byte[256], pss.clone()}) {
            signature = signature.length == 256 ? changed(signature) : signature;
            assertThat(VectorKeys.verifying(rsa, "rsa-pss-sha512").verify(DATA, signature))
                    .isFalse();
            assertThat(VectorKeys.verifying(rsa, "rsa-v1_5-sha256").verify(DATA, signature))
                    .isFalse();
        }
    }

    private static byte[] changed(byte[] signature) {
        signature[100] ^= 1;
        return signature;
    }

    @Test
    @DisplayName("B70: a public key is no secret: an HMAC key is made of a JWK of type oct alone")
    void publicKeyAsSecret() {
        ObjectNode rsa = VectorKeys.publicJwk(KEYS.get("test-key-rsa-pss"));
        assertThatThrownBy(() -> PeerJwk.secret(rsa.put("k", "A".repeat(44))))
                .isInstanceOf(MalformedKeyException.class);
        ObjectNode ec = VectorKeys.publicJwk(KEYS.get("test-key-ecc-p256"));
        assertThatThrownBy(() -> PeerJwk.secret(ec)).isInstanceOf(MalformedKeyException.class);
        assertThatThrownBy(() -> PeerJwk.rsaPublic(PeerAlgorithm.RSA_PSS_SHA512, ec))
                .isInstanceOf(MalformedKeyException.class);
    }

    @Test
    @DisplayName("B10: a JWK's alg must be that of the use, and a public key has no private members")
    void jwkAgrees() throws MalformedKeyException {
        ObjectNode jwk = VectorKeys.publicJwk(KEYS.get("test-key-rsa-pss"));
        assertThat(PeerJwk.rsaPublic(PeerAlgorithm.RSA_PSS_SHA512, jwk.put("alg", "PS512"))
                        .algorithm())
                .isEqualTo(PeerAlgorithm.RSA_PSS_SHA512);
        for (String alg : new String[] {"RS256", "PS256", "none", ""}) {
            assertThatThrownBy(() -> PeerJwk.rsaPublic(PeerAlgorithm.RSA_PSS_SHA512, jwk.put("alg", alg)))
                    .isInstanceOf(MalformedKeyException.class);
        }
        ObjectNode whole = VectorKeys.jwk(KEYS.get("test-key-rsa-pss"));
        assertThatThrownBy(() -> PeerJwk.rsaPublic(PeerAlgorithm.RSA_PSS_SHA512, whole))
                .isInstanceOfSatisfying(
                        MalformedKeyException.class,
                        e -> assertThat(e.fault()).isEqualTo(MalformedKeyException.Fault.PRIVATE));
    }

    @Test
    @DisplayName("B71: numbers have one spelling")
    void strictBase64() {
        ObjectNode jwk = VectorKeys.publicJwk(KEYS.get("test-key-rsa-pss"));
        String n = jwk.get("n").stringValue();
        for (String bad : new String[] {n + "=", n + " ", n.replace('_', '/'), "", "!"}) {
            assertThatThrownBy(() -> PeerJwk.rsaPublic(
                            PeerAlgorithm.RSA_PSS_SHA512, jwk.deepCopy().put("n", bad)))
                    .isInstanceOf(MalformedKeyException.class);
        }
    }

    @Test
    @DisplayName("keys that are too short are refused")
    void sizes() throws NoSuchAlgorithmException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        RSAPublicKey small = (RSAPublicKey) generator.generateKeyPair().getPublic();
        assertThatThrownBy(() -> new RsaVerificationKey(PeerAlgorithm.RSA_V1_5_SHA256, small))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new HmacKey(new byte[31])).isInstanceOf(IllegalArgumentException.class);
        ObjectNode jwk = JsonNodeFactory.instance.objectNode().put("kty", "oct").put("k", "AAAA");
        assertThatThrownBy(() -> PeerJwk.secret(jwk)).isInstanceOf(MalformedKeyException.class);
    }

    @ParameterizedTest
    @MethodSource("peerKeys")
    @DisplayName("secrets never show in text")
    void textForms(JsonNode key) throws MalformedKeyException {
        String algorithm = key.get("kind").stringValue().equals("hmac") ? "hmac-sha256" : "rsa-pss-sha512";
        assertThat(VectorKeys.signing(key, algorithm).toString())
                .endsWith("[" + VectorKeys.signing(key, algorithm).algorithm() + "]");
    }
}
