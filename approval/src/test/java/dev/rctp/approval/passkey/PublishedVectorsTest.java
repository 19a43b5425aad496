package dev.rctp.approval.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The vectors that the project publishes for others, in {@code registries/vectors}. */
class PublishedVectorsTest {

    /** One case, with what its file says of all. */
    record Case(String name, JsonNode json, JsonNode file) {

        Set<String> texts(String member) {
            return file.path(member).valueStream().map(JsonNode::stringValue).collect(Collectors.toSet());
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

    static Stream<Case> assertions() throws Exception {
        return cases("approval-assertions");
    }

    static Stream<Case> challenges() throws Exception {
        return cases("approval-challenges")
                .filter(one -> one.json().path("valid").booleanValue());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("assertions")
    @DisplayName("APR-3: a passkey's answers")
    void judgesAssertions(Case one) {
        JsonNode file = one.file();
        RelyingParty relyingParty =
                new RelyingParty(file.path("rp_id").stringValue(), one.texts("origins"), one.texts("top_origins"));
        JsonNode jwk = file.path("keys").path("passkey");
        long counter = one.json().path("stored_counter").longValue();
        ImportVerdict imported =
                Passkey.imported("slr_7", file.path("credential_id"), jwk, null, counter, Instant.EPOCH);
        assertThat(imported).isInstanceOf(Passkey.class);
        PasskeyChallenge challenge = new PasskeyChallenge(file.path("challenge").stringValue());
        AssertionVerdict verdict =
                switch (AuthenticationResponse.read(one.json().path("credential"))) {
                    case AuthenticationResponse response ->
                        new AssertionVerifier(relyingParty).verify(response, challenge, (Passkey) imported);
                    case PasskeyRefused refused -> refused;
                };
        JsonNode expected = one.json().path("expected");
        if (verdict instanceof PasskeyRefused refused) {
            assertThat(refused.fault().cause()).isEqualTo(expected.path("cause").asString("none, it is valid"));
        } else {
            assertThat(one.json().path("valid").booleanValue()).isTrue();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("challenges")
    @DisplayName("APR-3: challenges")
    void makesChallenges(Case one) {
        assertThat(PasskeyChallenge.over((ObjectNode) one.json().path("details"))
                        .text())
                .isEqualTo(one.json().path("challenge").stringValue());
    }
}
