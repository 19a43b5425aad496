package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("RFC 9421 3.3.1 to 3.3.3: an independent peer (npm http-message-signatures) by RSA and HMAC")
class PeerAlgorithmTest {

    private static final long CREATED = 1_790_000_000L;
    private static final JsonNode KEYS =
            Vectors.read("rfc9421/rfc9421-appendix-b.json").get("keys");
    private static final RequestMessage REQUEST = new RequestMessage(
            "GET",
            "https",
            "shop.example:8443",
            "/a%2Fb",
            "a=1&b=x%20y",
            HttpFields.of("priority", "u=1, i", "x", "1", "x", "2"));
    private static final List<String> COMPONENTS = List.of(
            "\"@method\"",
            "\"@authority\"",
            "\"@path\"",
            "\"@query-param\";name=\"b\"",
            "\"priority\";key=\"u\"",
            "\"x\"");

    private static JsonNode key(PeerAlgorithm algorithm) {
        return KEYS.get(algorithm == PeerAlgorithm.HMAC_SHA256 ? "test-shared-secret" : "test-key-rsa-pss");
    }

    private static SignatureVerdict verify(PeerAlgorithm algorithm, RequestMessage request)
            throws MalformedKeyException {
        MessageVerificationKey key = VectorKeys.verifying(key(algorithm), algorithm.httpName());
        return new MessageVerifier(MessageKeys.of("k", key), InstantSource.fixed(Instant.ofEpochSecond(CREATED)))
                .verify(
                        request,
                        new byte[0],
                        SignatureRules.of("sig1", Freshness.STRICT, COMPONENTS.toArray(String[]::new)));
    }

    private static RequestMessage signedByPeer(PeerAlgorithm algorithm) {
        ObjectNode jwk = VectorKeys.jwk(key(algorithm)).put("kid", "k");
        ObjectNode task =
                NodePeer.task("sign", algorithm, jwk, NodePeer.message(REQUEST)).put("created", CREATED);
        ArrayNode fields = JsonMapper.shared().createArrayNode();
        COMPONENTS.forEach(fields::add);
        task.set("fields", fields);
        return REQUEST.withFields(
                NodePeer.signed(REQUEST.fields(), NodePeer.run(List.of(task)).get(0)));
    }

    @ParameterizedTest
    @EnumSource(
            value = PeerAlgorithm.class,
            names = {"RSA_V1_5_SHA256", "HMAC_SHA256"})
    @DisplayName("what it signs, we verify; changed, we refuse")
    void theirs(PeerAlgorithm algorithm) throws MalformedKeyException {
        RequestMessage signed = signedByPeer(algorithm);
        assertThat(verify(algorithm, signed)).isInstanceOf(ValidSignature.class);
        HttpFields changed = signed.fields().toBuilder().add("x", "3").build();
        assertThat(verify(algorithm, signed.withFields(changed))).isInstanceOf(InvalidSignature.class);
    }

    @Test
    @DisplayName("3.3.1: its RSA-PSS has the longest salt there can be; the RFC's is 64 bytes, so it is refused")
    void otherSalt() throws MalformedKeyException {
        assertThat(verify(PeerAlgorithm.RSA_PSS_SHA512, signedByPeer(PeerAlgorithm.RSA_PSS_SHA512)))
                .isInstanceOfSatisfying(
                        InvalidSignature.class,
                        invalid -> assertThat(invalid.fault()).isEqualTo(InvalidSignature.Fault.WRONG));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what we sign, it verifies; changed, it refuses")
    void ours(PeerAlgorithm algorithm) throws MalformedKeyException {
        HttpFields signed = SignatureDraft.labelled("sig1")
                .covering(COMPONENTS.toArray(String[]::new))
                .created(Instant.ofEpochSecond(CREATED))
                .keyId("k")
                .alg()
                .sign(REQUEST, VectorKeys.signing(key(algorithm), algorithm.httpName()))
                .addTo(REQUEST.fields());
        HttpFields changed = signed.toBuilder().add("x", "3").build();
        ArrayNode answers = NodePeer.run(List.of(verifyTask(algorithm, signed), verifyTask(algorithm, changed)));
        assertThat(answers.get(0).get("valid").booleanValue())
                .as(answers.toString())
                .isTrue();
        assertThat(answers.get(1).get("valid").booleanValue()).isFalse();
    }

    private static ObjectNode verifyTask(PeerAlgorithm algorithm, HttpFields fields) {
        JsonNode jwk = VectorKeys.publicJwk(key(algorithm)).put("kid", "k");
        return NodePeer.task("verify", algorithm, jwk, NodePeer.message(REQUEST.withFields(fields)))
                .put("created", CREATED);
    }
}
