package dev.rctp.gateway.sandbox.authserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.TestClient;
import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class AuthorizationCodeTest {

    private AuthServerWorld world;

    @BeforeEach
    void start() throws IOException {
        world = new AuthServerWorld(null);
    }

    @AfterEach
    void stop() {
        world.close();
    }

    @Test
    @DisplayName("GRA-7: consent, code and PKCE give an opaque token of at most 900 s with the details that were shown")
    void codeWithPkce() {
        Answer answer = world.redeem(world.code());

        JsonNode tokens = answer.json();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.field("cache-control")).isEqualTo("no-store");
        assertThat(tokens.get("token_type").stringValue()).isEqualTo("Bearer");
        assertThat(tokens.get("expires_in").intValue()).isEqualTo(900);
        assertThat(tokens.get("access_token").stringValue()).doesNotContain(".").hasSize(43);
        assertThat(tokens.get("scope").stringValue()).isEqualTo(AuthServerWorld.ANSWER + " " + AuthServerWorld.ACCEPT);
        assertThat(tokens.at("/authorization_details/0/tiers/" + AuthServerWorld.ACCEPT)
                        .stringValue())
                .isEqualTo("ask");
    }

    @Test
    @DisplayName("RFC 9207: the answer carries iss, and state as it was sent, beside the redirect URI's own query")
    void issuerAndState() {
        Answer page = world.authorize(world.request());
        Form told = world.decide(page, "approve");

        assertThat(told.get("iss")).contains(world.server.issuer());
        assertThat(told.get("state")).contains("a state & more");
        assertThat(told.get("keep")).contains("1");
    }

    @Test
    @DisplayName(
            "RFC 6749 4.1.2.1: a seller who does not allow it gives access_denied, with iss and state, and no code")
    void denied() {
        Form told = world.decide(world.authorize(world.request()), "deny");

        assertThat(told.get("error")).contains("access_denied");
        assertThat(told.get("iss")).contains(world.server.issuer());
        assertThat(told.get("state")).contains("a state & more");
        assertThat(told.get("code")).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("RFC 7636: a verifier that does not fit, or none, is invalid_grant and uses the code up")
    @ValueSource(strings = {"another-verifier-that-is-long-enough-0123456789-abc", ""})
    void wrongVerifier(String verifier) {
        String code = world.code();

        assertThat(error(world.redeem(code, "code_verifier", verifier))).isEqualTo("invalid_grant");
        assertThat(error(world.redeem(code))).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @CsvSource({
        "redirect_uri, http://127.0.0.1:39998/callback?keep=1",
        "redirect_uri, http://127.0.0.1:39999/callback",
        "client_id, " + AuthServerWorld.OTHER_OPERATOR,
        "code, unknown"
    })
    @DisplayName("RFC 6749 4.1.3: a code is good for its client and its exact redirect URI alone")
    void codeIsBound(String parameter, String value) {
        assertThat(error(world.redeem(world.code(), parameter, value))).isEqualTo("invalid_grant");
    }

    @Test
    @DisplayName("RFC 6749 4.1.2: a code that comes twice revokes what it gave")
    void codeTwice() {
        String code = world.code();
        String token = world.redeem(code).json().get("access_token").stringValue();

        assertThat(error(world.redeem(code))).isEqualTo("invalid_grant");
        assertThat(world.introspect(token).get("grant_status").stringValue()).isEqualTo("revoked");
    }

    @Test
    void aCodeLapsesAfterAMinute() {
        String code = world.code();
        world.clock.advance(Duration.ofMinutes(1));

        assertThat(error(world.redeem(code))).isEqualTo("invalid_grant");
    }

    @ParameterizedTest
    @DisplayName("RFC 8252 7.3: a redirect URI that is not plainly this machine gets a page, never a redirect")
    @ValueSource(
            strings = {
                "https://evil.example/cb",
                "http://localhost.evil.example/cb",
                "http://localhost@evil.example/cb",
                "http://127.0.0.1:39999/cb#fragment",
                "http://127.0.0.2/cb",
                "//localhost/cb",
                "javascript:alert(1)",
                "http://localhost:39999/\u00e9",
                "http://localhost:39999/\u010aX-Injected:1",
                "not a uri"
            })
    void redirectUris(String redirectUri) {
        Map<String, String> request = world.request();
        request.put("redirect_uri", redirectUri);

        Answer answer = world.authorize(request);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("location")).isEmpty();
        assertThat(answer.text()).contains("TEST ONLY");
    }

    @ParameterizedTest
    @DisplayName("GRA-7, RFC 9396 5: a scope that is none and a tier that its scope can't have are refused")
    @CsvSource(
            delimiter = '|',
            value = {
                "'dev.rctp.listing:answer_buyer' | sometimes",
                "'dev.rctp.listing:set_terms' | auto",
                "'dev.rctp.listing:create' | forbid",
                "'dev.rctp.deal:sign_contract' | ask",
                "'dev.rctp.listing:unheard_of' | ask"
            })
    void badTiers(String scope, String tier) {
        assertThat(refusalOf(world.details("{\"" + scope + "\":\"" + tier + "\"}")))
                .contains("invalid_authorization_details");
    }

    @Test
    @DisplayName("RFC 9396 5: an unknown type, a second entry, an unknown member or an unreadable agent_id are refused")
    void badDetails() {
        String good = world.details("{\"" + AuthServerWorld.ANSWER + "\":\"auto\"}");

        assertThat(List.of(
                        good.replace("dev.rctp.agent_grant", "dev.rctp.other"),
                        "[" + good.substring(1, good.length() - 1) + "," + good.substring(1),
                        good.replace("\"tiers\"", "\"limit\":1,\"tiers\""),
                        good.replace("agent <1>", "agent \\u202e1"),
                        good.replace("agent <1>", " \\u3164"),
                        good.replace(world.agent.thumbprint(), "short")))
                .allSatisfy(details -> assertThat(refusalOf(details)).contains("invalid_authorization_details"));
    }

    @Test
    @DisplayName("GRA-7: who runs the agent is no lie: another operator's key is refused")
    void anotherOperatorsKey() {
        Map<String, String> request = world.request();
        request.put("client_id", AuthServerWorld.OTHER_OPERATOR);

        assertThat(AuthServerWorld.told(world.authorize(request)).get("error"))
                .contains("invalid_authorization_details");
    }

    private Optional<String> refusalOf(String details) {
        Map<String, String> request = world.request();
        request.put("authorization_details", details);
        return AuthServerWorld.told(world.authorize(request)).get("error");
    }

    @Test
    void anUnknownClientGetsAPage() {
        Map<String, String> request = world.request();
        request.put("client_id", "https://nobody.example/.well-known/ucp");

        assertThat(world.authorize(request).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @DisplayName("GRA-7: without code, PKCE S256, known scopes and one whole detail there is no consent page")
    @CsvSource(
            delimiter = '|',
            value = {
                "response_type | token | unsupported_response_type",
                "code_challenge_method | plain | invalid_request",
                "code_challenge | short | invalid_request",
                "scope | dev.rctp.deal:sign_contract | invalid_scope",
                "resource | https://other.example | invalid_target",
                "authorization_details | [] | invalid_authorization_details",
                "authorization_details | {\"a\":1,\"a\":2} | invalid_authorization_details",
                "authorization_details | [{\"type\":\"other\"}] | invalid_authorization_details"
            })
    void badRequests(String parameter, String value, String error) {
        Map<String, String> request = world.request();
        request.put(parameter, value);

        Form told = AuthServerWorld.told(world.authorize(request));
        assertThat(told.get("error")).contains(error);
        assertThat(told.get("iss")).contains(world.server.issuer());
        assertThat(told.get("state")).contains("a state & more");
    }

    @Test
    @DisplayName("RFC 6749 3.1: a parameter that comes twice is invalid_request")
    void repeatedParameter() {
        Answer answer =
                world.http.get(world.server.issuer() + "/authorize?" + TestClient.encode(world.request()) + "&scope=x");

        assertThat(AuthServerWorld.told(answer).get("error")).contains("invalid_request");
    }

    private static String error(Answer answer) {
        assertThat(answer.status()).isEqualTo(400);
        return answer.json().get("error").stringValue();
    }
}
