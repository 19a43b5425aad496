package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("SIG-1: ES256 by Wycheproof, with each library")
class WycheproofTest {

    static Stream<Arguments> fixedWidth() {
        return vectors("wycheproof/ecdsa_secp256r1_sha256_p1363_test.json");
    }

    static Stream<Arguments> der() {
        return vectors("wycheproof/ecdsa_secp256r1_sha256_test.json");
    }

    private static Stream<Arguments> vectors(String file) {
        JsonNode groups = Vectors.read(file).get("testGroups");
        return Arrays.stream(Cryptography.Library.values()).flatMap(library -> {
            Cryptography cryptography = Cryptography.with(library);
            return StreamSupport.stream(groups.spliterator(), false).flatMap(group -> group(cryptography, group));
        });
    }

    private static Stream<Arguments> group(Cryptography cryptography, JsonNode group) {
        VerificationKey key = key(cryptography, group.get("publicKey"));
        return StreamSupport.stream(group.get("tests").spliterator(), false)
                .map(test -> Arguments.argumentSet(
                        cryptography.library() + " " + test.get("tcId") + ": "
                                + test.get("comment").stringValue(),
                        key,
                        test));
    }

    private static VerificationKey key(Cryptography cryptography, JsonNode publicKey) {
        ObjectNode jwk = JsonNodeFactory.instance
                .objectNode()
                .put("kty", "EC")
                .put("crv", "P-256")
                .put("x", coordinate(publicKey.get("wx")))
                .put("y", coordinate(publicKey.get("wy")));
        try {
            return cryptography.verificationKey(jwk);
        } catch (MalformedKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String coordinate(JsonNode hex) {
        return PublicJwk.encode(Curve.fixedWidth(new BigInteger(hex.stringValue(), 16), 32));
    }

    @ParameterizedTest
    @MethodSource("fixedWidth")
    @DisplayName("B67, B73: accepts exactly the valid signatures in fixed width")
    void fixedWidth(VerificationKey key, JsonNode test) {
        assertThat(key.verify(bytes(test, "msg"), bytes(test, "sig")))
                .isEqualTo(test.get("result").stringValue().equals("valid"));
    }

    @ParameterizedTest
    @MethodSource("der")
    @DisplayName("B73: refuses every signature in DER, valid ones too")
    void der(VerificationKey key, JsonNode test) {
        assertThat(key.verify(bytes(test, "msg"), bytes(test, "sig"))).isFalse();
    }

    private static byte[] bytes(JsonNode test, String member) {
        return HexFormat.of().parseHex(test.get(member).stringValue());
    }
}
