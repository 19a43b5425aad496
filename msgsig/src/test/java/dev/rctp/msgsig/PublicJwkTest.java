package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.MalformedKeyException.Fault;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("OPR-3, B10: what is a public key of SIG-1")
class PublicJwkTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final String X = "Zb4SbrDajOioVcK8vw_q7uH3V1rARyNHmt244tNBfWU";
    private static final String Y = "9uoliSPH1R-REJrmpRVx0FXuQc5c17iEazDic7UNc_w";

    private static ObjectNode p256() {
        return CRYPTOGRAPHY.generate().publicJwk();
    }

    static Stream<Arguments> refused() {
        ObjectNode ed = CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ED25519);
        String d = ed.remove("d").stringValue();
        return Stream.of(
                Arguments.argumentSet(
                        "no object", Fault.UNSUPPORTED, JsonMapper.shared().createArrayNode()),
                Arguments.argumentSet("no kty", Fault.UNSUPPORTED, without("kty")),
                Arguments.argumentSet("no crv", Fault.UNSUPPORTED, without("crv")),
                Arguments.argumentSet("RSA", Fault.UNSUPPORTED, p256().put("kty", "RSA")),
                Arguments.argumentSet("oct", Fault.UNSUPPORTED, p256().put("kty", "oct")),
                Arguments.argumentSet("secp256k1", Fault.UNSUPPORTED, p256().put("crv", "secp256k1")),
                Arguments.argumentSet("X25519", Fault.UNSUPPORTED, ed.deepCopy().put("crv", "X25519")),
                Arguments.argumentSet("Ed448", Fault.UNSUPPORTED, ed.deepCopy().put("crv", "Ed448")),
                Arguments.argumentSet("kty of a number", Fault.MALFORMED, p256().put("kty", 1)),
                Arguments.argumentSet("B70: alg none", Fault.MALFORMED, p256().put("alg", "none")),
                Arguments.argumentSet("B70: alg HS256", Fault.MALFORMED, p256().put("alg", "HS256")),
                Arguments.argumentSet("B70: alg RS256", Fault.MALFORMED, p256().put("alg", "RS256")),
                Arguments.argumentSet("B70: alg ES384 on P-256", Fault.MALFORMED, p256().put("alg", "ES384")),
                Arguments.argumentSet("B10: alg EdDSA on P-256", Fault.MALFORMED, p256().put("alg", "EdDSA")),
                Arguments.argumentSet("alg Ed25519 on P-256", Fault.MALFORMED, p256().put("alg", "Ed25519")),
                Arguments.argumentSet("alg null", Fault.MALFORMED, p256().putNull("alg")),
                Arguments.argumentSet(
                        "crv P-384 of P-256 size",
                        Fault.MALFORMED,
                        without("alg").put("crv", "P-384")),
                Arguments.argumentSet("no y", Fault.MALFORMED, without("y")),
                Arguments.argumentSet("x of a number", Fault.MALFORMED, p256().put("x", 7)),
                Arguments.argumentSet(
                        "x padded", Fault.MALFORMED, p256().put("x", X + "=").put("y", Y)),
                Arguments.argumentSet("x in plain base64", Fault.MALFORMED, p256().put("x", X.replace('_', '/'))),
                Arguments.argumentSet(
                        "B71: x with loose bits", Fault.MALFORMED, p256().put("x", X.replace("WU", "WV"))),
                Arguments.argumentSet("x too short", Fault.MALFORMED, p256().put("x", X.substring(4))),
                Arguments.argumentSet("x too long", Fault.MALFORMED, p256().put("x", "AAAA" + X)),
                Arguments.argumentSet(
                        "off the curve", Fault.MALFORMED, p256().put("x", X).put("y", X)),
                Arguments.argumentSet(
                        "zero point", Fault.MALFORMED, p256().put("x", zeros()).put("y", zeros())),
                Arguments.argumentSet("x over p", Fault.MALFORMED, p256().put("x", "_".repeat(42) + "8")),
                Arguments.argumentSet(
                        "Ed25519 with y", Fault.MALFORMED, ed.deepCopy().put("y", Y)),
                Arguments.argumentSet("B74: private d", Fault.PRIVATE, p256().put("d", X)),
                Arguments.argumentSet(
                        "private d of Ed25519", Fault.PRIVATE, ed.deepCopy().put("d", d)),
                Arguments.argumentSet("secret k", Fault.PRIVATE, p256().put("k", X)));
    }

    private static String zeros() {
        return "A".repeat(43);
    }

    private static ObjectNode without(String member) {
        ObjectNode jwk = p256();
        jwk.remove(member);
        return jwk;
    }

    @ParameterizedTest
    @MethodSource("refused")
    void refuses(Fault fault, JsonNode jwk) {
        assertThatThrownBy(() -> CRYPTOGRAPHY.verificationKey(jwk))
                .isInstanceOfSatisfying(
                        MalformedKeyException.class, e -> assertThat(e.fault()).isEqualTo(fault));
    }

    @Test
    @DisplayName("RFC 8037 A.3: the thumbprint of an Ed25519 key")
    void okpThumbprint() throws MalformedKeyException {
        ObjectNode jwk = JsonMapper.shared()
                .createObjectNode()
                .put("kty", "OKP")
                .put("crv", "Ed25519")
                .put("x", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        assertThat(CRYPTOGRAPHY.verificationKey(jwk).thumbprint())
                .isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
        assertThat(CRYPTOGRAPHY.verificationKey(jwk.put("alg", "Ed25519")).algorithm())
                .isEqualTo(SignatureAlgorithm.ED25519);
    }

    @Test
    @DisplayName("RFC 7638: the thumbprint leaves all but the required members out")
    void ecThumbprint() throws MalformedKeyException {
        ObjectNode jwk = p256().put("kid", "other")
                .put("x5u", "https://ca.example/")
                .put("x", X)
                .put("y", Y);
        assertThat(CRYPTOGRAPHY.verificationKey(jwk).thumbprint())
                .isEqualTo("JZhHQSJn0OKuUyAJzfsdQW3LQ10urnpLu8df8XDj19w");
    }

    @Test
    void theRefusalQuotesNothing() {
        assertThatThrownBy(() -> CRYPTOGRAPHY.verificationKey(p256().put("d", "SECRET")))
                .hasMessageNotContaining("SECRET");
        assertThatThrownBy(() -> CRYPTOGRAPHY.signingKey(p256().put("d", "SECRET")))
                .hasMessageNotContaining("SECRET");
    }

    @Test
    @DisplayName("a private scalar of zero or n is refused")
    void scalarRange() {
        assertThatThrownBy(() -> CRYPTOGRAPHY.signingKey(p256().put("d", zeros())))
                .isInstanceOf(MalformedKeyException.class);
        assertThatThrownBy(
                        () -> CRYPTOGRAPHY.signingKey(p256().put("d", "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE")))
                .isInstanceOf(MalformedKeyException.class);
    }

    @Test
    @DisplayName("REC-5: of a private key only its public members are told, also beside members that nobody knows")
    void publicPart() throws MalformedKeyException {
        for (SignatureAlgorithm algorithm : SignatureAlgorithm.values()) {
            var jwk = CRYPTOGRAPHY.generateJwk(algorithm);
            jwk.put("priv", "secret").put("my_backup_of_d", "secret").put("kid", "of no consequence");
            VerificationKey key = CRYPTOGRAPHY.publicPart(jwk);
            assertThat(key.publicJwk().propertyNames())
                    .isSubsetOf("kid", "kty", "crv", "x", "y", "use", "alg")
                    .contains("kid", "kty", "crv", "x");
            assertThat(key.publicJwk().path("kid").asString()).isEqualTo(key.thumbprint());
            assertThat(key.publicJwk()).isEqualTo(CRYPTOGRAPHY.signingKey(jwk).publicJwk());
        }
    }
}
