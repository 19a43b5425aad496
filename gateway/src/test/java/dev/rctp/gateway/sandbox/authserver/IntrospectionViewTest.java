package dev.rctp.gateway.sandbox.authserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class IntrospectionViewTest {

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
    @DisplayName("GRA-2: the view of a live token has every member, is bound to the key, and fits the schema")
    void live() {
        JsonNode view =
                view(world.redeem(world.code()).json().get("access_token").stringValue());

        assertThat(view.get("active").booleanValue()).isTrue();
        assertThat(view.get("grant_status").stringValue()).isEqualTo("active");
        assertThat(view.get("sub").stringValue())
                .isEqualTo(world.server.sellers().getFirst().sub());
        assertThat(view.get("exp").longValue()).isEqualTo(AuthServerWorld.START.getEpochSecond() + 900);
        assertThat(view.at("/cnf/jkt").stringValue()).isEqualTo(world.agent.thumbprint());
        assertThat(view.at("/authorization_details/0/jkt").stringValue()).isEqualTo(world.agent.thumbprint());
        assertThat(view.at("/authorization_details/0/agent_id").stringValue()).isEqualTo("agent <1>");
        assertThat(view.get("iss").stringValue()).isEqualTo(world.server.issuer());
        assertThat(view.get("aud").stringValue()).isEqualTo(AuthServerWorld.RESOURCE);
    }

    @Test
    @DisplayName("GRA-2: a lapsed token of a live grant gives the whole view with active:false")
    void lapsed() {
        String token = world.redeem(world.code()).json().get("access_token").stringValue();
        world.clock.advance(Duration.ofMinutes(15));

        JsonNode view = view(token);
        assertThat(view.get("active").booleanValue()).isFalse();
        assertThat(view.get("grant_status").stringValue()).isEqualTo("active");
        assertThat(view.has("sub") && view.has("scope") && view.has("cnf") && view.has("authorization_details"))
                .isTrue();
    }

    @Test
    @DisplayName("GRA-2: a token that was never given, and a refresh token, are inactive and nothing else")
    void unknown() {
        String refresh = world.redeem(world.code()).json().get("refresh_token").stringValue();

        assertThat(view("unknown").toString()).isEqualTo("{\"active\":false}");
        assertThat(view(refresh).toString()).isEqualTo("{\"active\":false}");
    }

    @Test
    @DisplayName("GRA-2: a revoked grant is told beside active:false, at once (INV-7)")
    void revoked() {
        JsonNode grant = grant("{}", 3600);
        Answer revoke = world.http.post(
                world.server.issuer() + "/test/grants/" + grant.get("grant_id").stringValue() + "/revoke", "");

        assertThat(revoke.status()).isEqualTo(204);
        JsonNode view = view(grant.get("access_token").stringValue());
        assertThat(view.get("active").booleanValue()).isFalse();
        assertThat(view.get("grant_status").stringValue()).isEqualTo("revoked");
    }

    @Test
    @DisplayName("GRA-2: an ended grant is told beside active:false")
    void expired() {
        String token = grant("{}", 60).get("access_token").stringValue();
        assertThat(view(token).get("active").booleanValue()).isTrue();

        world.clock.advance(Duration.ofSeconds(60));

        assertThat(view(token).get("active").booleanValue()).isFalse();
        assertThat(view(token).get("grant_status").stringValue()).isEqualTo("expired");
    }

    @Test
    @DisplayName("GRA-7: a test grant of any length gives a token of at most 900 s and ends after at most 90 days")
    void testGrants() {
        JsonNode grant = grant("{\"" + AuthServerWorld.ANSWER + "\":\"auto\"}", 1_000_000_000);
        JsonNode view = view(grant.get("access_token").stringValue());

        assertThat(view.get("exp").longValue()).isEqualTo(AuthServerWorld.START.getEpochSecond() + 900);
        assertThat(view.get("sub").stringValue()).isEqualTo("anyone");
        assertThat(view.get("scope").stringValue()).isEqualTo(AuthServerWorld.ANSWER);
        world.clock.advance(Duration.ofDays(90));
        assertThat(view(grant.get("access_token").stringValue())
                        .get("grant_status")
                        .stringValue())
                .isEqualTo("expired");
    }

    @Test
    @DisplayName("GRA-1: only the gateway's own client_secret_basic opens introspection")
    void credentials() {
        String url = world.server.issuer() + "/introspect";
        Answer none = world.http.form(url, Map.of("token", "x"));
        Answer wrong = world.http.form(
                url, Map.of("token", "x"), "Authorization", IntrospectionEndpoint.basic("gateway", "guess"));

        assertThat(none.status()).isEqualTo(401);
        assertThat(none.field("www-authenticate")).startsWith("Basic ");
        assertThat(wrong.status()).isEqualTo(401);
    }

    private JsonNode grant(String tiers, long expiresIn) {
        Answer answer = world.http.post(
                world.server.issuer() + "/test/grants",
                "{\"sub\":\"anyone\",\"agent_id\":\"a\",\"jkt\":\"" + world.agent.thumbprint() + "\",\"scopes\":[\""
                        + AuthServerWorld.ANSWER + "\"],\"tiers\":" + tiers + ",\"expires_in\":" + expiresIn + "}");
        assertThat(answer.status()).isEqualTo(201);
        return answer.json();
    }

    /** The view, which has to fit the schema in every state. */
    private JsonNode view(String token) {
        JsonNode view = world.introspect(token);
        assertThat(world.registries.schemas().validate("grant-introspection", view))
                .isEmpty();
        return view;
    }
}
