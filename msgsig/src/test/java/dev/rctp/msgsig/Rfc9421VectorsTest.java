package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.InvalidSignature.Fault;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.MalformedFieldException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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

@DisplayName("RFC 9421, by the examples of its appendix B and of its sections")
class Rfc9421VectorsTest {

    private static final JsonNode APPENDIX = Vectors.read("rfc9421/rfc9421-appendix-b.json");
    private static final JsonNode SECTIONS = Vectors.read("rfc9421/rfc9421-section-examples.json");
    private static final Freshness FRESH = new Freshness(Duration.ZERO, Duration.ZERO, true);

    /** Algorithms that sign the same data always alike. */
    private static final Set<String> DETERMINISTIC = Set.of("ed25519", "hmac-sha256", "rsa-v1_5-sha256");

    /** One example with what it is about. */
    record Example(JsonNode file, JsonNode json) {

        String text(String name) {
            return json.get(name).stringValue();
        }

        HttpMessage message() {
            JsonNode related = json.path("related_request");
            return VectorMessages.of(
                    messageJson(), related.isString() ? file.get("messages").get(related.stringValue()) : null);
        }

        JsonNode messageJson() {
            return file.get("messages").get(text("message"));
        }

        JsonNode key() {
            return APPENDIX.get("keys").get(text("key_id"));
        }

        boolean valid() {
            return json.path("expect_valid").asBoolean(true);
        }

        SignatureInput input() throws MalformedFieldException, MalformedSignatureException {
            return SignatureInput.of(
                    Objects.requireNonNull(Dictionary.parseUnique("l=" + text("signature_params_value"))
                            .get("l")));
        }

        SignatureFields fields() {
            String label = text("label");
            return new SignatureFields(
                    label + "=" + text("signature_params_value"), label + "=:" + text("signature_base64") + ":");
        }

        /** The draft whose parameters are those of the example, in its order. */
        SignatureDraft draft() {
            SignatureDraft draft = SignatureDraft.labelled(text("label"));
            for (JsonNode component : json.get("covered_components")) {
                draft = draft.covering(component.get("identifier").stringValue());
            }
            for (Map.Entry<String, JsonNode> parameter : json.get("params").properties()) {
                draft = with(draft, parameter.getKey(), parameter.getValue());
            }
            return draft;
        }

        private static SignatureDraft with(SignatureDraft draft, String name, JsonNode value) {
            return switch (name) {
                case "created" -> draft.created(Instant.ofEpochSecond(value.longValue()));
                case "expires" -> draft.expires(Instant.ofEpochSecond(value.longValue()));
                case "nonce" -> draft.nonce(value.stringValue());
                case "alg" -> draft.alg();
                case "keyid" -> draft.keyId(value.stringValue());
                case "tag" -> draft.tag(value.stringValue());
                default -> throw new IllegalArgumentException(name);
            };
        }
    }

    private static Stream<Example> examples() {
        return Stream.of(APPENDIX, SECTIONS)
                .flatMap(file -> StreamSupport.stream(file.get("cases").spliterator(), false)
                        .map(json -> new Example(file, json)));
    }

    private static Example example(String id) {
        return examples()
                .filter(example -> example.text("id").equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<Arguments> named(Stream<Example> examples) {
        return examples.map(
                example -> Arguments.argumentSet(example.text("id") + ": " + example.text("title"), example));
    }

    static Stream<Arguments> all() {
        return named(examples());
    }

    static Stream<Arguments> valid() {
        return named(examples().filter(Example::valid));
    }

    static Stream<Arguments> deterministic() {
        return named(examples().filter(Example::valid).filter(e -> DETERMINISTIC.contains(e.text("algorithm"))));
    }

    @Test
    @DisplayName("none is left out: 8 of the appendix and 6 of the sections, 4 of them signed byte by byte")
    void counts() {
        assertThat(APPENDIX.get("cases")).hasSize(8);
        assertThat(SECTIONS.get("cases")).hasSize(6);
        assertThat(all()).hasSize(14);
        assertThat(valid()).hasSize(13);
        assertThat(deterministic()).hasSize(4);
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("2.5: the base is built as printed")
    void base(Example example) throws MalformedSignatureException, MalformedFieldException {
        SignatureBase base = SignatureBase.of(example.message(), example.input(), FieldTypes.KNOWN);
        assertThat(base.toString()).isEqualTo(example.text("signature_base"));
        assertThat(example.input().serialize()).isEqualTo(example.text("signature_params_value"));
    }

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("3.2: the printed signature verifies, or does not, as the RFC says")
    void verifies(Example example) throws MalformedKeyException, MalformedFieldException, MalformedSignatureException {
        assertThat(fault(example, example.fields())).isEqualTo(example.valid() ? null : Fault.WRONG);
    }

    @ParameterizedTest
    @MethodSource("valid")
    @DisplayName("3.1, 3.2: what is signed anew from the same parts has the printed input and verifies")
    void signsAnew(Example example) throws MalformedKeyException, MalformedFieldException, MalformedSignatureException {
        SignatureFields fields = signed(example);
        assertThat(fields.signatureInput()).isEqualTo(example.fields().signatureInput());
        assertThat(fault(example, fields)).isNull();
    }

    @ParameterizedTest
    @MethodSource("deterministic")
    @DisplayName("3.1: the signature is made again, byte by byte")
    void signsTheSame(Example example) throws MalformedKeyException {
        assertThat(signed(example)).isEqualTo(example.fields());
    }

    private static SignatureFields signed(Example example) throws MalformedKeyException {
        return example.draft().sign(example.message(), VectorKeys.signing(example.key(), example.text("algorithm")));
    }

    /** What is wrong with the signature, at the second when it was made; null where nothing is. */
    private static @Nullable Fault fault(Example example, SignatureFields signature)
            throws MalformedKeyException, MalformedFieldException, MalformedSignatureException {
        SignatureInput input = example.input();
        HttpMessage message = example.message();
        HttpMessage signed = VectorMessages.withFields(message, signature.addTo(message.fields()));
        return fault(
                signed,
                VectorMessages.body(example.messageJson()),
                rules(example.text("label"), input),
                VectorKeys.verifying(example.key(), example.text("algorithm")));
    }

    private static SignatureRules rules(String label, SignatureInput input) {
        String tag = input.tag();
        SignatureRules rules = new SignatureRules(
                label, input.components(), SignatureRules.Body.MAY_BE_UNCOVERED, FRESH, Set.of(), true);
        return tag == null ? rules : rules.forTag(tag);
    }

    private static @Nullable Fault fault(
            HttpMessage message, byte[] body, SignatureRules rules, MessageVerificationKey key)
            throws MalformedSignatureException {
        ReceivedSignature received = ReceivedSignature.read(message.fields(), rules.label());
        assertThat(received).isInstanceOf(ReceivedSignature.Present.class);
        SignatureInput input = ((ReceivedSignature.Present) received).input();
        InstantSource then = InstantSource.fixed(Instant.ofEpochSecond(Objects.requireNonNull(input.created())));
        MessageKeys keys = MessageKeys.of(Objects.requireNonNull(input.keyId()), key);
        return new MessageVerifier(keys, then).verify(message, body, rules) instanceof InvalidSignature invalid
                ? invalid.fault()
                : null;
    }

    static Stream<Arguments> keys() {
        return APPENDIX.get("keys").properties().stream()
                .filter(key -> key.getValue().has("private_pem"))
                .map(key -> Arguments.argumentSet(
                        key.getValue().get("section").stringValue() + ": " + key.getKey(), key.getValue()));
    }

    @ParameterizedTest
    @MethodSource("keys")
    @DisplayName("B.1: each key is the same as PEM and as JWK, and takes its own signatures")
    void key(JsonNode key) throws IOException, MalformedKeyException {
        JsonNode jwk = VectorKeys.jwk(key);
        VectorKeys.publicPem(key)
                .properties()
                .forEach(member -> assertThat(jwk.get(member.getKey())).isEqualTo(member.getValue()));
        VectorKeys.privatePem(key)
                .properties()
                .forEach(member -> assertThat(jwk.get(member.getKey())).isEqualTo(member.getValue()));
        byte[] data = "data".getBytes(StandardCharsets.US_ASCII);
        for (String algorithm : algorithms(jwk)) {
            byte[] signature = VectorKeys.signing(key, algorithm).sign(data);
            assertThat(VectorKeys.verifying(key, algorithm).verify(data, signature))
                    .as(algorithm)
                    .isTrue();
        }
    }

    private static List<String> algorithms(JsonNode jwk) {
        return switch (jwk.get("kty").stringValue()) {
            case "RSA" -> List.of("rsa-pss-sha512", "rsa-v1_5-sha256");
            case "EC" -> List.of("ecdsa-p256-sha256");
            default -> List.of("ed25519");
        };
    }

    static Stream<Arguments> transformations() {
        return StreamSupport.stream(example("B.4").json().get("variants").spliterator(), false)
                .map(variant -> Arguments.argumentSet(
                        variant.get("id").stringValue() + ": "
                                + variant.get("what").stringValue(),
                        variant));
    }

    @ParameterizedTest
    @MethodSource("transformations")
    @DisplayName("B.4: what an intermediary may change, and what not")
    void transformation(JsonNode variant)
            throws MalformedSignatureException, MalformedFieldException, MalformedKeyException {
        Example original = example("B.4");
        RequestMessage request = VectorMessages.request(variant.get("message"));
        assertThat(fault(
                        request,
                        new byte[0],
                        rules("transform", original.input()),
                        VectorKeys.verifying(original.key(), "ed25519")))
                .isEqualTo(variant.get("valid").booleanValue() ? null : Fault.WRONG);
    }

    @Test
    @DisplayName("B.2.4 does not verify over the digest that the archived draft misprints, nor is that the body's (B2)")
    void staleDigest() throws MalformedSignatureException, MalformedFieldException, MalformedKeyException {
        Example example = example("B.2.4");
        JsonNode json = APPENDIX.get("messages").get("test-response-stale-digest");
        HttpMessage message = VectorMessages.of(json, null);
        byte[] base =
                SignatureBase.of(message, example.input(), FieldTypes.KNOWN).bytes();
        byte[] signature = Base64.getDecoder().decode(example.text("signature_base64"));
        assertThat(VectorKeys.verifying(example.key(), "ecdsa-p256-sha256").verify(base, signature))
                .isFalse();
        assertThat(ContentDigest.checkActive(message.fields(), VectorMessages.body(json)))
                .isEqualTo(ContentDigest.Match.MISMATCH);
    }
}
