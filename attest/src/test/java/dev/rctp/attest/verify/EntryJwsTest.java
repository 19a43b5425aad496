package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.attest.TestKey;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class EntryJwsTest {

    private static final String N = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551";
    private static final String ONE = "0000000000000000000000000000000000000000000000000000000000000001";
    private static final String ZERO = "0000000000000000000000000000000000000000000000000000000000000000";

    private static TestKey key;

    @BeforeAll
    static void makeKey() throws GeneralSecurityException {
        key = TestKey.generate();
    }

    @Test
    @DisplayName("REC-2: a proper jws verifies")
    void proper() {
        assertThatCode(() -> verify(compact(header("ES256", "")))).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"rctp-limit\"],\"rctp-limit\":1", "[]", "\"x\"", "[\"alg\"]"})
    @DisplayName("B68: any crit is refused")
    void crit(String crit) {
        assertRefused(compact(header("ES256", ",\"crit\":" + crit)), "other members");
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "HS256", "RS256", "ES384", "es256", "ES256K", "EdDSA"})
    @DisplayName("B70: no algorithm but ES256")
    void algorithm(String algorithm) {
        assertRefused(compact(header(algorithm, "")), "not ES256");
    }

    @Test
    @DisplayName("B71: one spelling of base64url")
    void spelling() {
        String proper = compact(header("ES256", ""));
        assertRefused(proper + "==", "base64url");
        assertRefused(proper + "!!!!", "base64url");
        char last = proper.charAt(proper.length() - 1);
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        char unusedBitSet = alphabet.charAt(alphabet.indexOf(last) + 1);
        assertRefused(proper.substring(0, proper.length() - 1) + unusedBitSet, "base64url");
    }

    @Test
    @DisplayName("B73: a DER signature is refused")
    void der() {
        String input = input(header("ES256", ""));
        byte[] signature = key.sign(input.getBytes(StandardCharsets.US_ASCII), "SHA256withECDSA");
        assertRefused(input + "." + Base64Url.encode(signature), "does not verify");
    }

    @ParameterizedTest
    @ValueSource(strings = {ZERO + ZERO, N + N, ZERO + ONE, ONE + ZERO, N + ONE, ONE + N, "", "3006020100020100"})
    @DisplayName("B67: r and s stand in 1 to n-1, in 64 bytes")
    void range(String signature) {
        String input = input(header("ES256", ""));
        assertRefused(input + "." + Base64Url.encode(HexFormat.of().parseHex(signature)), "does not verify");
    }

    @Test
    @DisplayName("REC-2: another typ, another kid, and a header that is not I-JSON are refused")
    void header() {
        assertRefused(compact(header("ES256", "").replace("rctp-attestation+jwt", "JWT")), "typ");
        assertRefused(compact(header("ES256", "").replace(key.keyId(), "k")), "not given");
        assertRefused(compact("{\"alg\":\"none\",\"alg\":\"ES256\"}"), "I-JSON");
        assertRefused("a.b", "not compact");
    }

    @Test
    @DisplayName(
            "OPR-3, B74: a kid that is not the thumbprint, private members, other curves and points off the curve are refused")
    void keys() {
        assertThatCode(() -> P256Key.of(key.jwk())).doesNotThrowAnyException();
        assertKeyRefused(key.jwk().put("kid", "k1"));
        assertKeyRefused(key.jwk().put("d", "AA"));
        assertKeyRefused(key.jwk().put("use", "enc"));
        assertKeyRefused(key.jwk().put("alg", "ES384"));
        assertKeyRefused(key.jwk().put("crv", "P-384"));
        assertThatThrownBy(() -> P256Key.of(offCurve()))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("point");
    }

    private static ObjectNode offCurve() {
        var jwk = key.jwk();
        jwk.remove("kid");
        jwk.put("y", Base64Url.encode(new byte[32]));
        String thumbprint = Base64Url.encode(Sha256.bytes(CanonicalJson.bytes(jwk)));
        return jwk.put("kid", thumbprint);
    }

    private static void assertKeyRefused(ObjectNode jwk) {
        assertThatThrownBy(() -> P256Key.of(jwk)).isInstanceOf(Fault.class);
    }

    private static String header(String algorithm, String more) {
        return "{\"alg\":\"%s\",\"kid\":\"%s\",\"typ\":\"rctp-attestation+jwt\"%s}"
                .formatted(algorithm, key.keyId(), more);
    }

    private static String input(String header) {
        Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
        return encoder.encodeToString(header.getBytes(StandardCharsets.UTF_8)) + "."
                + encoder.encodeToString("{}".getBytes(StandardCharsets.UTF_8));
    }

    private static String compact(String header) {
        String input = input(header);
        return input + "." + Base64Url.encode(key.sign(input.getBytes(StandardCharsets.US_ASCII)));
    }

    private static void verify(String compact) throws Fault {
        EntryJws.parse(compact).verify(Map.of(key.keyId(), P256Key.of(key.jwk())));
    }

    private static void assertRefused(String compact, String sentence) {
        assertThatThrownBy(() -> verify(compact)).isInstanceOf(Fault.class).hasMessageContaining(sentence);
    }
}
