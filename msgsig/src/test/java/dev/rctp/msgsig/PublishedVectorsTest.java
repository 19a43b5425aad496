package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Member;
import dev.rctp.msgsig.profile.Operator;
import dev.rctp.msgsig.profile.ProfileDirectory;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The vectors that the project publishes for others, in {@code registries/vectors}. */
class PublishedVectorsTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();

    /** One case, with what its file says of all. */
    record Case(String name, JsonNode json, JsonNode file) {

        Instant now() {
            return Instant.ofEpochSecond(file.path("now").longValue());
        }

        KeyLookup keys() throws MalformedKeyException {
            List<VerificationKey> keys = new ArrayList<>();
            for (JsonNode jwk : file.path("keys")) {
                keys.add(CRYPTOGRAPHY.verificationKey(jwk));
            }
            return KeyLookup.of(keys.toArray(VerificationKey[]::new));
        }

        RequestMessage request() {
            JsonNode request = json.path("request");
            HttpFields fields = fields(request);
            String target = request.path("target").stringValue();
            int question = target.indexOf('?');
            return new RequestMessage(
                    request.path("method").stringValue(),
                    "https",
                    Authority.normalize("https", fields.combined("host").orElse("")),
                    question < 0 ? target : target.substring(0, question),
                    question < 0 ? null : target.substring(question + 1),
                    fields);
        }

        byte[] body(String message) {
            return json.path(message).path("body").stringValue().getBytes(StandardCharsets.UTF_8);
        }

        @Nullable
        String expected(String member) {
            JsonNode value = json.path("expected").path(member);
            return value.isString() ? value.stringValue() : null;
        }

        boolean valid() {
            return json.path("valid").booleanValue();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Case> cases(String kind) throws Exception {
        Path folder = Path.of(System.getProperty("basedir", "."), "..", "registries", "vectors");
        JsonNode file = StrictJson.parse(Files.readAllBytes(folder.resolve(kind + ".json")));
        return file.path("cases")
                .valueStream()
                .map(one -> new Case(one.path("name").stringValue(), one, file));
    }

    private static HttpFields fields(JsonNode message) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        message.path("headers")
                .forEach(line -> fields.add(
                        line.path(0).stringValue(), line.path(1).stringValue().strip()));
        return fields.build();
    }

    /** Framing is the front's, not this module's. */
    static Stream<Case> requests() throws Exception {
        return cases("request-signatures").filter(one -> !Objects.equals(one.expected("reason"), "request_invalid"));
    }

    static Stream<Case> responses() throws Exception {
        return cases("response-signatures");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("requests")
    @DisplayName("SIG-1 to SIG-6: requests")
    void judgesRequests(Case one) throws Exception {
        KeyLookup keys = one.keys();
        ProfileDirectory profiles = (profile, keyId) -> {
            VerificationKey key = keys.find(keyId);
            return key == null
                    ? new ProfileDirectory.Unknown(null, "no such key")
                    : new ProfileDirectory.Found(
                            new Operator(profile, "Agents Ltd", "DE", "mailto:a@b.example", 24, List.of(), null), key);
        };
        MessageAuthenticator authenticator = new MessageAuthenticator(profiles, SignaturePolicy.of(false), one::now);
        Authentication result = authenticator.authenticate(one.request(), one.body("request"), one.now());
        if (result instanceof Authentication.Unauthenticated refused) {
            assertThat(one.valid()).as(refused.sentence()).isFalse();
            assertThat(refused.reason().name().toLowerCase(Locale.ROOT)).isEqualTo(one.expected("reason"));
            String cause = one.expected("cause");
            assertThat(refused.cause()).as(refused.sentence()).isEqualTo(cause == null ? refused.cause() : cause);
        } else {
            assertThat(one.valid()).isTrue();
        }
        String base = one.expected("base");
        if (base != null) {
            RequestMessage request = one.request();
            assertThat(SignatureBase.ofRequest(request, input(request.fields())))
                    .hasToString(base);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("responses")
    @DisplayName("RSP-1: answers")
    void judgesAnswers(Case one) throws Exception {
        JsonNode json = one.json().path("response");
        ResponseMessage response = new ResponseMessage(json.path("status").intValue(), fields(json));
        SignatureVerdict verdict = new ResponseVerifier(one.keys(), Freshness.STRICT, one::now)
                .verify(response, one.body("response"), one.request());
        assertThat(verdict instanceof ValidSignature).as(verdict.toString()).isEqualTo(one.valid());
        String base = one.expected("base");
        if (base != null) {
            assertThat(SignatureBase.ofResponse(response, one.request(), input(response.fields())))
                    .hasToString(base);
        }
    }

    private static SignatureInput input(HttpFields fields) throws Exception {
        Member member = Dictionary.parseUnique(
                        fields.combined("signature-input").orElse(""))
                .get("sig1");
        return SignatureInput.of(Objects.requireNonNull(member));
    }
}
