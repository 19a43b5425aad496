package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

@DisplayName("SIG-1 to SIG-3: the worked example of UCP, both directions, with each library")
class UcpWorkedExampleTest {

    private static final JsonNode EXAMPLE = Vectors.read("ucp-worked-example/vectors.json");
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1788000002));
    private static final Freshness FRESHNESS = new Freshness(Duration.ofSeconds(300), Duration.ofSeconds(60), true);
    private static final List<String> ANSWER = List.of("\"@status\"", "\"content-digest\"", "\"content-type\"");

    static Stream<Arguments> requests() {
        return Arrays.stream(Cryptography.Library.values())
                .flatMap(library -> StreamSupport.stream(EXAMPLE.get("requests").spliterator(), false)
                        .map(example -> Arguments.argumentSet(
                                library + " " + example.get("name").stringValue(),
                                Cryptography.with(library),
                                example)));
    }

    private static HttpFields fields(JsonNode message) {
        HttpFields.Builder fields = new HttpFields.Builder();
        message.get("headers")
                .propertyStream()
                .forEach(field -> fields.add(field.getKey(), field.getValue().stringValue()));
        return fields.build();
    }

    private static RequestMessage request(JsonNode message) {
        JsonNode query = message.get("query");
        return new RequestMessage(
                message.get("method").stringValue(),
                "https",
                message.get("authority").stringValue(),
                message.get("path").stringValue(),
                query.isNull() ? null : query.stringValue(),
                fields(message));
    }

    private static byte[] body(JsonNode message) {
        JsonNode body = message.get("body");
        return body.isNull() ? new byte[0] : body.stringValue().getBytes(StandardCharsets.UTF_8);
    }

    private static RequestVerifier verifier(Cryptography cryptography) throws MalformedKeyException {
        VerificationKey key = cryptography.verificationKey(EXAMPLE.get("agent_jwk"));
        return new RequestVerifier(KeyLookup.of(key), FRESHNESS, CLOCK);
    }

    private static SigningKey signingKey(Cryptography cryptography, String who) throws MalformedKeyException {
        ObjectNode jwk = EXAMPLE.get(who + "_jwk").asObject().deepCopy();
        jwk.set("d", EXAMPLE.get(who + "_private_jwk_d"));
        return cryptography.signingKey(jwk);
    }

    @ParameterizedTest
    @MethodSource("requests")
    void itsRequestsVerify(Cryptography cryptography, JsonNode example) throws MalformedKeyException {
        SignatureVerdict verdict = verifier(cryptography).verify(request(example), body(example));
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        ValidSignature.class,
                        valid -> assertThat(valid.keyId())
                                .isEqualTo(EXAMPLE.get("agent_jwk").get("kid").stringValue()));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void theBaseIsAsPrintedAndOurOwnSignatureVerifies(Cryptography cryptography, JsonNode example)
            throws MalformedKeyException, MalformedSignatureException {
        RequestMessage request = request(example);
        SigningKey key = signingKey(cryptography, "agent");
        assertThat(ReceivedSignature.read(request.fields(), "sig1"))
                .isInstanceOfSatisfying(ReceivedSignature.Present.class, present -> {
                    assertThat(base(request, present.input()))
                            .isEqualTo(example.get("signature_base").stringValue());
                    List<String> components = present.input().components().stream()
                            .map(Component::identifier)
                            .toList();
                    SignatureFields own = new MessageSigner(key, InstantSource.fixed(Instant.ofEpochSecond(1788000000)))
                            .signRequest(request, components);
                    assertThat(own.signatureInput())
                            .isEqualTo(example.get("headers")
                                    .get("Signature-Input")
                                    .stringValue());
                    RequestMessage resigned = with(request, own.addTo(request.fields()));
                    assertThat(valid(cryptography, resigned, body(example))).isTrue();
                });
    }

    private static boolean valid(Cryptography cryptography, RequestMessage request, byte[] body) {
        try {
            return verifier(cryptography).verify(request, body) instanceof ValidSignature;
        } catch (MalformedKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String base(RequestMessage request, SignatureInput input) {
        try {
            return SignatureBase.ofRequest(request, input).toString();
        } catch (MalformedSignatureException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RequestMessage with(RequestMessage request, HttpFields fields) {
        return new RequestMessage(
                request.method(), request.scheme(), request.authority(), request.path(), request.query(), fields);
    }

    @ParameterizedTest
    @MethodSource("requests")
    @DisplayName("any change to what is covered makes it fail")
    void tampering(Cryptography cryptography, JsonNode example) throws MalformedKeyException {
        RequestVerifier verifier = verifier(cryptography);
        byte[] body = body(example);
        for (RequestMessage tampered : tampered(request(example))) {
            assertThat(verifier.verify(tampered, body))
                    .as("%s", tampered)
                    .isInstanceOfSatisfying(
                            InvalidSignature.class,
                            invalid -> assertThat(invalid.fault())
                                    .isIn(
                                            Fault.WRONG,
                                            Fault.MALFORMED,
                                            Fault.COVERAGE_INSUFFICIENT,
                                            Fault.DIGEST_MISMATCH));
        }
    }

    private static List<RequestMessage> tampered(RequestMessage r) {
        List<RequestMessage> all = new ArrayList<>(List.of(
                changed(r, "DELETE", r.authority(), r.path(), r.query()),
                changed(r, r.method(), "other.example", r.path(), r.query()),
                changed(r, r.method(), r.authority(), r.path() + "/", r.query()),
                changed(r, r.method(), r.authority(), r.path(), "expand=other"),
                with(r, r.fields().toBuilder().add("authorization", "Bearer t").build())));
        for (String name : List.of("ucp-agent", "idempotency-key", "content-type", "content-digest")) {
            if (r.fields().contains(name)) {
                String value = r.fields().combined(name).orElseThrow();
                all.add(with(r, r.fields().toBuilder().remove(name).build()));
                all.add(with(r, r.fields().toBuilder().add(name, value).build()));
                all.add(with(r, r.fields().toBuilder().set(name, value + ";x").build()));
            }
        }
        return all;
    }

    private static RequestMessage changed(
            RequestMessage r, String method, String authority, String path, @Nullable String query) {
        return new RequestMessage(method, r.scheme(), authority, path, query, r.fields());
    }

    @Test
    @DisplayName("B2: another body under the old digest is a mismatch")
    void body() throws MalformedKeyException {
        JsonNode example = EXAMPLE.get("requests").get(0);
        byte[] other = body(example);
        other[0] ^= 1;
        assertThat(verifier(Cryptography.select()).verify(request(example), other))
                .isInstanceOfSatisfying(
                        InvalidSignature.class,
                        invalid -> assertThat(invalid.fault()).isEqualTo(Fault.DIGEST_MISMATCH));
    }

    @Test
    void itsResponseVerifiesAndFailsWhenChanged() throws MalformedKeyException, MalformedSignatureException {
        JsonNode example = EXAMPLE.get("response");
        VerificationKey key = Cryptography.select().verificationKey(EXAMPLE.get("gateway_jwk"));
        ResponseVerifier verifier = new ResponseVerifier(KeyLookup.of(key), FRESHNESS, CLOCK);
        RequestMessage request = request(EXAMPLE.get("requests").get(0));
        ResponseMessage response = new ResponseMessage(200, fields(example));
        byte[] body = body(example);
        assertThat(verifier.verify(response, body, request, ANSWER)).isInstanceOf(ValidSignature.class);
        assertThat(verifier.verify(new ResponseMessage(201, response.fields()), body, request, ANSWER))
                .isInstanceOf(InvalidSignature.class);
        assertThat(verifier.verify(response, new byte[0], request, ANSWER)).isInstanceOf(InvalidSignature.class);
        HttpFields text =
                response.fields().toBuilder().set("content-type", "text/plain").build();
        assertThat(verifier.verify(new ResponseMessage(200, text), body, request, ANSWER))
                .isInstanceOf(InvalidSignature.class);
    }

    @Test
    @DisplayName("RSP-1: a UCP response that is not bound to its request is not enough for an RCTP answer")
    void unboundResponse() throws MalformedKeyException {
        JsonNode example = EXAMPLE.get("response");
        VerificationKey key = Cryptography.select().verificationKey(EXAMPLE.get("gateway_jwk"));
        ResponseVerifier verifier = new ResponseVerifier(KeyLookup.of(key), FRESHNESS, CLOCK);
        assertThat(verifier.verify(
                        new ResponseMessage(200, fields(example)),
                        body(example),
                        request(EXAMPLE.get("requests").get(0))))
                .isInstanceOfSatisfying(
                        InvalidSignature.class,
                        invalid -> assertThat(invalid.fault()).isEqualTo(Fault.COVERAGE_INSUFFICIENT));
    }
}
