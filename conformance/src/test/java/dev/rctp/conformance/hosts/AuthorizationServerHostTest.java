package dev.rctp.conformance.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.SignedJWT;
import dev.rctp.conformance.server.Place;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Registries;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the gateway hears of tokens (GRA-2, GRA-4) and of tickets (APR-9). */
final class AuthorizationServerHostTest {

    private static final String SCOPE = "dev.rctp.deal:offer_accept";

    private final RunnerClock clock = new RunnerClock(InstantSource.fixed(Instant.parse("2026-11-30T10:00:00Z")));
    private final AuthorizationServerHost server = new AuthorizationServerHost(
            Place.loopback(),
            new AuthorizationServerHost.Settings(
                    "gateway",
                    "se:cret",
                    "https://gateway.example",
                    Cryptography.select().generate()),
            clock,
            new Random(1));
    private final Web web = new Web();
    private final Grant grant = server.grant("seller-1", "agent-1", "k".repeat(43), Map.of(SCOPE, "auto"));

    @AfterEach
    void close() {
        web.close();
        server.close();
    }

    @Test
    void givesTheWholeView() {
        JsonNode view = introspect(grant.token());
        assertThat(Registries.load().schemas().validate("grant-introspection", view))
                .isEmpty();
        assertThat(view.path("active").booleanValue()).isTrue();
        assertThat(view.path("scope").stringValue()).isEqualTo(SCOPE);
        assertThat(view.path("exp").longValue())
                .isEqualTo(clock.instant().plus(Grant.TOKEN_LIFE).getEpochSecond());
        assertThat(view.at("/authorization_details/0/tiers").path(SCOPE).stringValue())
                .isEqualTo("auto");
        assertThat(view.path("aud").stringValue()).isEqualTo("https://gateway.example");
        assertThat(grant.introspections()).isEqualTo(1);
        assertThat(introspect("unknown").toString()).isEqualTo("{\"active\":false}");
    }

    @Test
    void tellsALapsedTokenFromAnEndedGrant() {
        clock.advance(Grant.TOKEN_LIFE);
        JsonNode lapsed = introspect(grant.token());
        assertThat(lapsed.path("active").booleanValue()).isFalse();
        assertThat(lapsed.path("grant_status").stringValue()).isEqualTo("active");
        assertThat(lapsed.has("authorization_details")).isTrue();
        String token = grant.newToken();
        assertThat(introspect(token).path("active").booleanValue()).isTrue();
        grant.revoke();
        assertThat(introspect(token).path("active").booleanValue()).isFalse();
        assertThat(introspect(token).path("grant_status").stringValue()).isEqualTo("revoked");
    }

    @Test
    void editsViewsAndFailsAsAsked() {
        grant.view(view -> view.put("iss", "https://other.example"));
        grant.view(view -> view.put("sub", "other"));
        assertThat(introspect(grant.token()).path("iss").stringValue()).isEqualTo("https://other.example");
        assertThat(introspect(grant.token()).path("sub").stringValue()).isEqualTo("other");
        grant.answer(Introspection.status(503));
        assertThat(ask(grant.token()).statusCode()).isEqualTo(503);
        grant.answer(Introspection.hangUp());
        assertThatThrownBy(() -> ask(grant.token())).isInstanceOf(UncheckedIOException.class);
        grant.answer(Introspection.slow(Duration.ofMillis(1)));
        assertThat(ask(grant.token()).statusCode()).isEqualTo(200);
    }

    @Test
    void knowsTheGatewayOnly() {
        assertThat(web.post(
                                server.introspectionUrl(),
                                "token=" + grant.token(),
                                "Authorization",
                                "Basic "
                                        + Base64.getEncoder()
                                                .encodeToString("gateway:x".getBytes(StandardCharsets.US_ASCII)))
                        .statusCode())
                .isEqualTo(401);
        assertThat(grant.introspections()).isZero();
        assertThat(server.introspections(grant.token())).hasSize(1);
    }

    @Test
    void signsTicketsWithItsPublishedKey() throws ParseException, JOSEException {
        JWKSet keys = JWKSet.parse(web.get(server.keysUrl()).body());
        ECDSAVerifier verifier = new ECDSAVerifier(keys.getKeys().getFirst().toECKey());
        SignedJWT ticket = SignedJWT.parse(server.ticket("seller-1", true));
        assertThat(ticket.verify(verifier)).isTrue();
        assertThat(ticket.getHeader().getType().getType()).isEqualTo("rctp-enroll+jwt");
        assertThat(ticket.getJWTClaimsSet().getSubject()).isEqualTo("seller-1");
        assertThat(ticket.getJWTClaimsSet().getBooleanClaim("reset")).isTrue();
        assertThat(SignedJWT.parse(server.forgedTicket("seller-1")).verify(verifier))
                .isFalse();
        assertThat(SignedJWT.parse(server.unknownKeysTicket("s")).getHeader().getKeyID())
                .isNotEqualTo(ticket.getHeader().getKeyID());
    }

    @Test
    void publishesItsMetadata() {
        JsonNode metadata = JsonMapper.shared()
                .readTree(web.get(server.issuer() + "/.well-known/oauth-authorization-server")
                        .body());
        assertThat(metadata.path("issuer").stringValue()).isEqualTo(server.issuer());
        assertThat(metadata.path("introspection_endpoint").stringValue()).isEqualTo(server.introspectionUrl());
    }

    private JsonNode introspect(String token) {
        return JsonMapper.shared().readTree(ask(token).body());
    }

    private HttpResponse<String> ask(String token) {
        String credentials =
                Base64.getEncoder().encodeToString("gateway:se%3Acret".getBytes(StandardCharsets.US_ASCII));
        return web.post(
                server.introspectionUrl(),
                "token=" + token,
                "Authorization",
                "Basic " + credentials,
                "Content-Type",
                "application/x-www-form-urlencoded");
    }
}
