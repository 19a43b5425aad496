package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("RFC 9421, by its own examples")
class Rfc9421VectorsTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final JsonNode APPENDIX = Vectors.read("rfc9421/rfc9421-appendix-b.json");
    private static final JsonNode SECTIONS = Vectors.read("rfc9421/rfc9421-section-examples.json");

    /** The algorithms of SIG-1; of the others only the base is built. */
    private static final Set<String> OURS = Set.of("ecdsa-p256-sha256", "ed25519");

    static Stream<Arguments> cases() {
        return Stream.of(APPENDIX, SECTIONS)
                .flatMap(file -> StreamSupport.stream(file.get("cases").spliterator(), false)
                        .map(example -> Arguments.argumentSet(
                                example.get("id").stringValue() + ": "
                                        + example.get("title").stringValue(),
                                file,
                                example)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("2.5, 3.2: the base is built as printed, and the signature verifies")
    void example(JsonNode file, JsonNode example)
            throws MalformedSignatureException, MalformedFieldException, MalformedKeyException {
        String params = example.get("signature_params_value").stringValue();
        if (params.contains("@query-param")) {
            assertThatThrownBy(() -> input(params)).isInstanceOf(MalformedSignatureException.class);
            return;
        }
        SignatureInput input = input(params);
        JsonNode message = file.get("messages").get(example.get("message").stringValue());
        SignatureBase base = VectorMessages.base(message, related(file, example), input);
        assertThat(base.toString()).isEqualTo(example.get("signature_base").stringValue());
        assertThat(input.serialize()).isEqualTo(params);
        if (OURS.contains(example.get("algorithm").stringValue())) {
            byte[] signature =
                    Base64.getDecoder().decode(example.get("signature_base64").stringValue());
            assertThat(key(example).verify(base.bytes(), signature))
                    .isEqualTo(example.path("expect_valid").asBoolean(true));
        }
    }

    private static @Nullable JsonNode related(JsonNode file, JsonNode example) {
        JsonNode related = example.path("related_request");
        return related.isString() ? file.get("messages").get(related.stringValue()) : null;
    }

    private static SignatureInput input(String params) throws MalformedFieldException, MalformedSignatureException {
        return SignatureInput.of(
                Objects.requireNonNull(Dictionary.parseUnique("l=" + params).get("l")));
    }

    private static VerificationKey key(JsonNode example) throws MalformedKeyException {
        ObjectNode jwk = APPENDIX.get("keys")
                .get(example.get("key_id").stringValue())
                .get("jwk")
                .asObject()
                .deepCopy();
        jwk.remove("d");
        return CRYPTOGRAPHY.verificationKey(jwk);
    }

    private static JsonNode appendixCase(String id) {
        return StreamSupport.stream(APPENDIX.get("cases").spliterator(), false)
                .filter(example -> example.get("id").stringValue().equals(id))
                .findFirst()
                .orElseThrow();
    }

    static Stream<Arguments> transformations() {
        JsonNode example = appendixCase("B.4");
        return StreamSupport.stream(example.get("variants").spliterator(), false)
                .map(variant -> Arguments.argumentSet(
                        variant.get("id").stringValue() + ": "
                                + variant.get("what").stringValue(),
                        variant));
    }

    @ParameterizedTest
    @MethodSource("transformations")
    @DisplayName("B.4: what an intermediary may change, and what not")
    void transformation(JsonNode variant) throws MalformedSignatureException, MalformedKeyException {
        RequestMessage request = VectorMessages.request(variant.get("message"));
        assertThat(ReceivedSignature.read(request.fields(), "transform")).isInstanceOf(ReceivedSignature.Present.class);
        if (ReceivedSignature.read(request.fields(), "transform")
                instanceof ReceivedSignature.Present(SignatureInput input, byte[] signature)) {
            byte[] base = SignatureBase.ofRequest(request, input).bytes();
            assertThat(key(appendixCase("B.4")).verify(base, signature))
                    .isEqualTo(variant.get("valid").booleanValue());
        }
    }

    @Test
    @DisplayName("B.2.6: Ed25519 makes the printed signature again")
    void deterministic() throws MalformedKeyException {
        JsonNode example = appendixCase("B.2.6");
        JsonNode jwk = APPENDIX.get("keys").get("test-key-ed25519").get("jwk");
        byte[] signature = CRYPTOGRAPHY
                .signingKey(jwk)
                .sign(example.get("signature_base").stringValue().getBytes(StandardCharsets.US_ASCII));
        assertThat(Base64.getEncoder().encodeToString(signature))
                .isEqualTo(example.get("signature_base64").stringValue());
    }

    @Test
    @DisplayName("B.2.4 does not verify over the digest that the archived draft misprints")
    void staleDigest() throws MalformedSignatureException, MalformedFieldException, MalformedKeyException {
        JsonNode example = appendixCase("B.2.4");
        JsonNode message = APPENDIX.get("messages").get("test-response-stale-digest");
        SignatureInput input = input(example.get("signature_params_value").stringValue());
        byte[] base = VectorMessages.base(message, null, input).bytes();
        byte[] signature =
                Base64.getDecoder().decode(example.get("signature_base64").stringValue());
        assertThat(key(example).verify(base, signature)).isFalse();
    }
}
