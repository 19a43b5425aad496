package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("SIG-1, RSP-1: an independent signer (npm http-message-signatures), both ways, with fresh keys")
class IndependentSignerTest {

    private static final long CREATED = 1_790_000_000L;
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(CREATED));
    private static final byte[] BODY = "{\"text\":\"Gr\u00fc\u00dfe\"}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NONE = new byte[0];

    private final Cryptography cryptography = Cryptography.select();

    /** A request, unsigned, and the body under its digest. */
    private record Sample(RequestMessage request, byte[] body) {

        Sample with(HttpFields fields) {
            return new Sample(
                    new RequestMessage(
                            request.method(),
                            request.scheme(),
                            request.authority(),
                            request.path(),
                            request.query(),
                            fields),
                    body);
        }

        List<String> components() {
            return CoveredComponents.ofRequest(request, body.length > 0);
        }
    }

    private static List<Sample> samples() {
        HttpFields head =
                HttpFields.of("ucp-agent", "profile=\"https://agent.example/p\"", "accept", "a", "accept", "b");
        HttpFields write = head.toBuilder()
                .add("idempotency-key", "550e8400-e29b-41d4-a716-446655440000")
                .add("authorization", "Bearer t")
                .build();
        HttpFields withBody = write.toBuilder()
                .add("content-type", "application/json")
                .add("content-digest", ContentDigest.of(BODY))
                .build();
        return List.of(
                sample("GET", "gateway.example", "/offers/off_1", "expand=a%2Fb&x=1", head, NONE),
                sample("POST", "gateway.example:8443", "/offers/off_1/accept", null, write, NONE),
                sample("POST", "gateway.example", "/listings/l_1/answers", null, withBody, BODY));
    }

    private static Sample sample(
            String method, String authority, String path, @Nullable String query, HttpFields fields, byte[] body) {
        return new Sample(new RequestMessage(method, "https", authority, path, query, fields), body);
    }

    private ObjectNode privateJwk(SignatureAlgorithm algorithm) {
        return cryptography.generateJwk(algorithm);
    }

    private static ObjectNode publicJwk(ObjectNode jwk) {
        ObjectNode copy = jwk.deepCopy();
        copy.remove("d");
        return copy;
    }

    private RequestVerifier verifier(ObjectNode jwk) throws MalformedKeyException {
        return new RequestVerifier(KeyLookup.of(cryptography.verificationKey(publicJwk(jwk))), Freshness.STRICT, CLOCK);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what it signs, we verify; changed, we refuse")
    void theirRequests(SignatureAlgorithm algorithm) throws MalformedKeyException {
        ObjectNode jwk = privateJwk(algorithm);
        ArrayNode answers = NodePeer.run(samples().stream()
                .map(sample -> signTask(algorithm, jwk, NodePeer.message(sample.request()), sample.components()))
                .toList());
        RequestVerifier verifier = verifier(jwk);
        assertThat(answers).hasSize(samples().size());
        for (int i = 0; i < answers.size(); i++) {
            Sample sample = samples().get(i);
            Sample signed = sample.with(NodePeer.signed(sample.request().fields(), answers.get(i)));
            assertThat(verifier.verify(signed.request(), signed.body())).isInstanceOf(ValidSignature.class);
            HttpFields changed = signed.request().fields().toBuilder()
                    .set("ucp-agent", "profile=\"https://other.example/p\"")
                    .build();
            assertThat(verifier.verify(signed.with(changed).request(), signed.body()))
                    .isInstanceOf(InvalidSignature.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what we sign, it verifies; changed, it refuses")
    void ourRequests(SignatureAlgorithm algorithm) throws MalformedKeyException {
        ObjectNode jwk = privateJwk(algorithm);
        MessageSigner signer = new MessageSigner(cryptography.signingKey(jwk), CLOCK);
        List<ObjectNode> tasks = new ArrayList<>();
        for (Sample sample : samples()) {
            SignatureFields signature = signer.signRequest(sample.request(), sample.components());
            HttpFields fields = signature.addTo(sample.request().fields());
            HttpFields changed = fields.toBuilder()
                    .set("ucp-agent", "profile=\"https://other.example/p\"")
                    .build();
            tasks.add(verifyTask(
                    algorithm, jwk, NodePeer.message(sample.with(fields).request())));
            tasks.add(verifyTask(
                    algorithm, jwk, NodePeer.message(sample.with(changed).request())));
        }
        assertAlternating(NodePeer.run(tasks));
    }

    private static void assertAlternating(ArrayNode answers) {
        assertThat(answers).hasSize(2 * samples().size());
        for (int i = 0; i < answers.size(); i++) {
            assertThat(answers.get(i).get("valid").booleanValue())
                    .as("task %s: %s", i, answers.get(i))
                    .isEqualTo(i % 2 == 0);
        }
    }

    /** Answers to each sample, signed by an agent, built by the caller's hand. */
    private List<ObjectNode> answerTasks(BiFunction<RequestMessage, ResponseMessage, List<ObjectNode>> tasks) {
        MessageSigner agent = new MessageSigner(cryptography.generate(), CLOCK);
        return samples().stream()
                .map(sample -> sample.with(agent.signRequest(sample.request(), sample.components())
                        .addTo(sample.request().fields())))
                .flatMap(signed -> tasks.apply(signed.request(), answer()).stream())
                .toList();
    }

    private static ResponseMessage answer() {
        return new ResponseMessage(
                200,
                HttpFields.of(
                        "content-type",
                        "application/json",
                        "content-digest",
                        ContentDigest.of(BODY),
                        "rctp-decision",
                        "ask;approval_id=\"apr_1\";expires_in=900;on_timeout=deny",
                        "rctp-record",
                        "\"listing/l_1\";seq=2;hash=:AAAA:"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("answers bound to their request: what it signs, we verify")
    void theirAnswers(SignatureAlgorithm algorithm) throws MalformedKeyException {
        ObjectNode jwk = privateJwk(algorithm);
        List<RequestMessage> requests = new ArrayList<>();
        ArrayNode answers = NodePeer.run(answerTasks((request, response) -> {
            requests.add(request);
            List<String> components = CoveredComponents.ofAnswer(response, request, true);
            return List.of(signTask(algorithm, jwk, NodePeer.message(response), components)
                    .set("request", NodePeer.message(request)));
        }));
        ResponseVerifier verifier = new ResponseVerifier(
                KeyLookup.of(cryptography.verificationKey(publicJwk(jwk))), Freshness.STRICT, CLOCK);
        assertThat(answers).hasSize(samples().size());
        for (int i = 0; i < answers.size(); i++) {
            ResponseMessage signed = new ResponseMessage(200, NodePeer.signed(answer().fields(), answers.get(i)));
            RequestMessage other = requests.get((i + 1) % requests.size());
            assertThat(verifier.verify(signed, BODY, requests.get(i))).isInstanceOf(ValidSignature.class);
            assertThat(verifier.verify(signed, BODY, other)).isInstanceOf(InvalidSignature.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("answers bound to their request: what we sign, it verifies, and only for that request")
    void ourAnswers(SignatureAlgorithm algorithm) throws MalformedKeyException {
        ObjectNode jwk = privateJwk(algorithm);
        MessageSigner signer = new MessageSigner(cryptography.signingKey(jwk), CLOCK);
        assertAlternating(NodePeer.run(answerTasks((request, response) -> {
            SignatureFields signature =
                    signer.signResponse(response, request, CoveredComponents.ofAnswer(response, request, true));
            ObjectNode message = NodePeer.message(new ResponseMessage(200, signature.addTo(response.fields())));
            ObjectNode other = NodePeer.message(request);
            other.put("url", other.get("url").stringValue().replace("_1", "_2"));
            ObjectNode right = verifyTask(algorithm, jwk, message);
            ObjectNode wrong = verifyTask(algorithm, jwk, message);
            right.set("request", NodePeer.message(request));
            wrong.set("request", other);
            return List.of(right, wrong);
        })));
    }

    private static ObjectNode signTask(
            SignatureAlgorithm algorithm, JsonNode jwk, ObjectNode message, List<String> components) {
        ArrayNode fields = JsonMapper.shared().createArrayNode();
        components.forEach(fields::add);
        ObjectNode task = NodePeer.task("sign", algorithm, jwk, message).put("created", CREATED);
        task.set("fields", fields);
        return task;
    }

    private static ObjectNode verifyTask(SignatureAlgorithm algorithm, ObjectNode jwk, ObjectNode message) {
        return NodePeer.task("verify", algorithm, publicJwk(jwk), message).put("created", CREATED);
    }
}
