package dev.rctp.approval.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class PublicJwkTest {

    private static final SampleAuthenticator EC = SampleAuthenticator.es256();
    private static final SampleAuthenticator ED = SampleAuthenticator.ed25519();
    private static final SampleAuthenticator RSA = SampleAuthenticator.rs256();

    private static Stream<SampleAuthenticator> authenticators() {
        return Stream.of(EC, ED, RSA);
    }

    private static JwkReading read(ObjectNode jwk) {
        return PublicJwk.read(jwk);
    }

    @ParameterizedTest
    @MethodSource("authenticators")
    @DisplayName("B58: a good key of each algorithm is read, with its algorithm said")
    void good(SampleAuthenticator authenticator) {
        JwkReading reading = read(authenticator.jwk().put("kid", "k1").put("use", "sig"));
        assertThat(reading).isInstanceOf(PublicJwk.class);
        ObjectNode json = ((PublicJwk) reading).json();
        assertThat(read(json)).isEqualTo(reading);
        assertThat(json.has("kid")).isFalse();
    }

    @Test
    @DisplayName("B58: kty, crv and alg that do not agree are no key")
    void tied() {
        for (ObjectNode bad : List.of(
                EC.jwk().put("alg", "EdDSA"),
                EC.jwk().put("alg", "ES384"),
                EC.jwk().put("crv", "P-384"),
                EC.jwk().put("crv", "Ed25519"),
                EC.jwk().put("kty", "OKP"),
                ED.jwk().put("alg", "ES256"),
                ED.jwk().put("crv", "X25519"),
                ED.jwk().put("kty", "EC"),
                RSA.jwk().put("alg", "PS256"),
                RSA.jwk().put("alg", "HS256"),
                RSA.jwk().put("alg", 5),
                RSA.jwk().put("kty", "oct"),
                EC.jwk().put("use", "enc"),
                JsonNodeFactory.instance.objectNode())) {
            assertThat(read(bad)).as(bad.toString()).isEqualTo(new PasskeyRefused(PasskeyFault.ALGORITHM));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
    @DisplayName("B74: a key with a private member is refused whole")
    void privateMembers(String member) {
        assertThat(read(EC.jwk().put(member, "AAAA"))).isEqualTo(new PasskeyRefused(PasskeyFault.KEY));
    }

    @Test
    @DisplayName("B58: points off the curve, missing or oversized coordinates are no key")
    void pointsOfP256() {
        byte[] y = Base64Url.decode(EC.jwk().get("y").stringValue());
        byte[] off = y.clone();
        off[0] ^= 1;
        BigInteger p = new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);
        ObjectNode missing = EC.jwk();
        missing.remove("y");
        for (ObjectNode bad : List.of(
                missing,
                EC.jwk().put("y", Base64Url.encode(off)),
                EC.jwk().put("y", Base64Url.encode(Arrays.copyOf(y, 31))),
                EC.jwk().put("y", Base64Url.encode(Arrays.copyOf(y, 33))),
                EC.jwk().put("x", Base64Url.encode(new byte[32])).put("y", Base64Url.encode(new byte[32])),
                EC.jwk().put("x", Base64Url.encode(SampleAuthenticator.fixed(p))),
                EC.jwk().put("y", EC.jwk().get("y").stringValue() + "="),
                EC.jwk().put("y", 7))) {
            assertThat(read(bad)).as(bad.toString()).isEqualTo(new PasskeyRefused(PasskeyFault.KEY));
        }
    }

    /** All encodings of the eight points of small order, the long ones too. */
    private static Stream<String> smallOrder() {
        return Stream.of(
                "0100000000000000000000000000000000000000000000000000000000000000",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0000000000000000000000000000000000000000000000000000000000000080",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
                "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
                "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
                "0100000000000000000000000000000000000000000000000000000000000080",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f");
    }

    @ParameterizedTest
    @MethodSource("smallOrder")
    @DisplayName("B58: a point of small order is no Ed25519 key, nor is one in an encoding that is not the shortest")
    void smallOrder(String hex) {
        ObjectNode jwk = ED.jwk().put("x", Base64Url.encode(HexFormat.of().parseHex(hex)));
        assertThat(read(jwk)).isEqualTo(new PasskeyRefused(PasskeyFault.KEY));
    }

    @Test
    @DisplayName("B58: half of all 32 bytes are no point of Ed25519, and the platform agrees on which")
    void pointsOfEd25519() {
        List<Boolean> verdicts = new ArrayList<>();
        for (int i = 2; i < 66; i++) {
            byte[] x = new byte[32];
            x[0] = (byte) i;
            boolean taken = read(ED.jwk().put("x", Base64Url.encode(x))) instanceof PublicJwk;
            assertThat(taken).as("y = " + i).isEqualTo(platformTakes(x));
            verdicts.add(taken);
        }
        assertThat(verdicts).contains(true, false);
    }

    private static boolean platformTakes(byte[] x) {
        try {
            byte[] spki = HexFormat.of()
                    .parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(x));
            java.security.Signature.getInstance("Ed25519")
                    .initVerify(java.security.KeyFactory.getInstance("Ed25519")
                            .generatePublic(new java.security.spec.X509EncodedKeySpec(spki)));
            return true;
        } catch (java.security.GeneralSecurityException e) {
            return false;
        }
    }

    @Test
    @DisplayName("B58: moduli that are too small, even or padded, and other exponents, are no key")
    void moduli() {
        byte[] n = Base64Url.decode(RSA.jwk().get("n").stringValue());
        byte[] even = n.clone();
        even[n.length - 1] &= (byte) 0xfe;
        byte[] padded = new byte[n.length + 1];
        System.arraycopy(n, 0, padded, 1, n.length);
        for (ObjectNode bad : List.of(
                RSA.jwk().put("n", Base64Url.encode(Arrays.copyOf(n, 128))),
                RSA.jwk().put("n", Base64Url.encode(even)),
                RSA.jwk().put("n", Base64Url.encode(padded)),
                RSA.jwk().put("n", "A".repeat(100_000)),
                RSA.jwk().put("e", "Aw"),
                RSA.jwk().put("e", "AAEAAQ"))) {
            assertThat(read(bad)).isEqualTo(new PasskeyRefused(PasskeyFault.KEY));
        }
    }

    @Test
    @DisplayName("MGT-1: an imported passkey is held to the same rules")
    void imports() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        JsonNode id = json.stringNode("AAAA");
        assertThat(Passkey.imported("s", id, EC.jwk(), null, 0, Instant.EPOCH)).isInstanceOf(Passkey.class);
        assertThat(Passkey.imported("s", id, EC.jwk(), json.stringNode("AQID"), 9, Instant.EPOCH))
                .isInstanceOfSatisfying(Passkey.class, passkey -> {
                    assertThat(passkey.userHandle()).isEqualTo("AQID");
                    assertThat(passkey.counter()).isEqualTo(9);
                });
        for (ImportVerdict bad : List.of(
                Passkey.imported("s", json.numberNode(1), EC.jwk(), null, 0, Instant.EPOCH),
                Passkey.imported("s", json.stringNode("A".repeat(4096)), EC.jwk(), null, 0, Instant.EPOCH),
                Passkey.imported("s", id, EC.jwk(), json.stringNode("A".repeat(100)), 0, Instant.EPOCH),
                Passkey.imported("s", id, EC.jwk(), null, -1, Instant.EPOCH),
                Passkey.imported("s", id, EC.jwk(), null, 1L << 32, Instant.EPOCH))) {
            assertThat(bad).isInstanceOf(ImportRefused.class);
        }
    }

    private static String refused(String id, ObjectNode jwk) {
        JsonNode credentialId = JsonNodeFactory.instance.stringNode(id);
        ImportRefused refused = (ImportRefused) Passkey.imported("s", credentialId, jwk, null, 0, Instant.EPOCH);
        return refused.member() + " " + refused.message();
    }

    @Test
    @DisplayName("MGT-1, B58: what can't be imported is told by its place and what it must be")
    void importsToldApart() {
        String spelling =
                "/credential_id must be base64url of 1 to 1023 bytes, without padding and with no bits left over";
        assertThat(refused("A=", EC.jwk())).isEqualTo(spelling);
        assertThat(refused("abd", EC.jwk())).isEqualTo(spelling);
        ObjectNode off = EC.jwk().set("y", EC.jwk().get("x"));
        assertThat(refused("AAAA", off)).isEqualTo("/jwk is not a point of P-256");
        assertThat(refused("AAAA", ED.jwk().put("x", Base64Url.encode(new byte[32]))))
                .isEqualTo("/jwk is not a point of Ed25519");
        assertThat(refused("AAAA", RSA.jwk().put("e", "Aw")))
                .isEqualTo("/jwk is not a modulus of 2048 to 8192 bits with the exponent 65537");
        assertThat(refused("AAAA", EC.jwk().put("crv", "P-521")))
                .isEqualTo("/jwk must be a key of EC with P-256, of OKP with Ed25519, or of RSA");
        assertThat(refused("AAAA", EC.jwk().put("alg", "ES384"))).isEqualTo("/jwk/alg must be ES256, or left out");
        assertThat(refused("AAAA", EC.jwk().put("use", "enc"))).startsWith("/jwk is not for verifying");
        assertThat(refused("AAAA", EC.jwk().put("d", "AAAA"))).isEqualTo("/jwk has private members");
    }
}
