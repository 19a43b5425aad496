package dev.rctp.gateway.sandbox.authserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.approval.passkey.EnrolmentTicket;
import dev.rctp.approval.passkey.TicketFault;
import dev.rctp.approval.passkey.TicketRefused;
import dev.rctp.approval.passkey.TicketVerifier;
import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class AuthorizationServerTest {

    @TempDir
    private Path state;

    @Test
    @DisplayName("GRA-7: RFC 8414 metadata names this exact issuer, S256, the scopes, and iss in answers")
    void metadata() throws IOException {
        try (AuthServerWorld world = new AuthServerWorld(null)) {
            JsonNode metadata = world.http
                    .get(world.server.issuer() + "/.well-known/oauth-authorization-server")
                    .json();

            assertThat(metadata.get("issuer").stringValue()).isEqualTo(world.server.issuer());
            assertThat(metadata.get("code_challenge_methods_supported").toString())
                    .isEqualTo("[\"S256\"]");
            assertThat(metadata.get("authorization_details_types_supported").toString())
                    .isEqualTo("[\"dev.rctp.agent_grant\"]");
            assertThat(metadata.get("authorization_response_iss_parameter_supported")
                            .booleanValue())
                    .isTrue();
            assertThat(metadata.get("scopes_supported").toString())
                    .contains(AuthServerWorld.ANSWER)
                    .doesNotContain("sign_contract", "account");
            assertThat(metadata.propertyNames()).noneMatch(name -> name.contains("pushed_authorization"));
        }
    }

    @Test
    @DisplayName("APR-9: a ticket is a JWT of the AS for this gateway and seller, 10 min long, each with its own jti")
    void tickets() throws IOException, InvalidJsonException, MalformedKeyException {
        try (AuthServerWorld world = new AuthServerWorld(null)) {
            String ticket = ticket(world);
            List<String> parts = List.of(ticket.split("\\.", -1));
            JsonNode header = decode(parts.get(0));
            JsonNode claims = decode(parts.get(1));
            JsonNode key =
                    world.http.get(world.server.issuer() + "/jwks").json().at("/keys/0");

            assertThat(header.get("typ").stringValue()).isEqualTo("rctp-enroll+jwt");
            assertThat(header.get("alg").stringValue()).isEqualTo("ES256");
            assertThat(header.get("kid")).isEqualTo(key.get("kid"));
            assertThat(key.has("d")).isFalse();
            assertThat(world.cryptography
                            .verificationKey(key)
                            .verify(
                                    (parts.get(0) + "." + parts.get(1)).getBytes(StandardCharsets.US_ASCII),
                                    Base64.getUrlDecoder().decode(parts.get(2))))
                    .isTrue();
            assertThat(claims.get("iss").stringValue()).isEqualTo(world.server.issuer());
            assertThat(claims.get("aud").stringValue()).isEqualTo(AuthServerWorld.RESOURCE);
            assertThat(claims.get("sub").stringValue()).isEqualTo("someone");
            assertThat(claims.get("exp").longValue() - claims.get("iat").longValue())
                    .isEqualTo(600);
            assertThat(decode(ticket(world).split("\\.", -1)[1]).get("jti")).isNotEqualTo(claims.get("jti"));
        }
    }

    @Test
    @DisplayName("Grants, sellers and keys are the same after a restart, and no token is in the state as it was given")
    void restart() throws IOException {
        String token;
        List<Seller> sellers;
        JsonNode keys;
        try (AuthServerWorld world = new AuthServerWorld(state)) {
            token = world.redeem(world.code()).json().get("access_token").stringValue();
            sellers = world.server.sellers();
            keys = world.http.get(world.server.issuer() + "/jwks").json();
        }
        try (AuthServerWorld world = new AuthServerWorld(state)) {
            assertThat(world.introspect(token).get("grant_status").stringValue())
                    .isEqualTo("active");
            assertThat(world.server.sellers()).isEqualTo(sellers).hasSize(2);
            assertThat(world.http.get(world.server.issuer() + "/jwks").json()).isEqualTo(keys);
        }
        assertThat(Files.readString(state.resolve("grants.jsonl"))).doesNotContain(token);
    }

    @Test
    @DisplayName("B-9: sub is a pseudonym that differs from person to person and tells no name")
    void pairwise() throws IOException {
        try (AuthServerWorld world = new AuthServerWorld(null)) {
            assertThat(world.server.sellers().stream().map(Seller::sub))
                    .doesNotHaveDuplicates()
                    .allSatisfy(sub -> assertThat(sub).matches("slr_[A-Za-z0-9_-]{22}"));
        }
    }

    @Test
    @DisplayName("B-9: another resource knows the same people under other pseudonyms, this one always under the same")
    void pairwisePerResource() throws IOException {
        try (AuthServerWorld world = new AuthServerWorld(null)) {
            Accounts accounts = Accounts.generate(world.cryptography, new SecureRandom());

            assertThat(accounts.sellers(AuthServerWorld.RESOURCE))
                    .isEqualTo(accounts.sellers(AuthServerWorld.RESOURCE))
                    .doesNotContainAnyElementsOf(accounts.sellers("https://other.example"));
        }
    }

    @Test
    void malformedTestGrantsAreToldSo() throws IOException {
        try (AuthServerWorld world = new AuthServerWorld(null)) {
            Answer answer = world.http.post(world.server.issuer() + "/test/grants", "{\"sub\":\"x\"}");

            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("error_description").stringValue()).contains("jkt");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/test/grants, Sec-Fetch-Site, cross-site",
        "/test/grants/g/revoke, Sec-Fetch-Site, same-site",
        "/test/tickets, Origin, https://evil.example",
        "/test/tickets, Origin, null"
    })
    @DisplayName("The page of another site can't use the doors for tests")
    void notForWebPages(String door, String field, String value) throws IOException {
        try (AuthServerWorld world = new AuthServerWorld(null)) {
            Answer answer = world.http.post(world.server.issuer() + door, "{\"sub\":\"someone\"}", field, value);

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.text()).isEmpty();
        }
    }

    @Test
    @DisplayName("APR-9: the gateway takes this server's tickets, and no other's")
    void ticketsHold() throws IOException {
        try (AuthServerWorld world = new AuthServerWorld(null);
                AuthServerWorld other = new AuthServerWorld(null)) {
            TicketVerifier gateway = new TicketVerifier(
                    world.server.issuer(), AuthServerWorld.RESOURCE, keyId -> key(world, keyId), world.clock);

            assertThat(gateway.verify(ticket(world)))
                    .isInstanceOfSatisfying(
                            EnrolmentTicket.class,
                            ticket -> assertThat(ticket.seller()).isEqualTo("someone"));
            assertThat(gateway.verify(ticket(other))).isEqualTo(new TicketRefused(TicketFault.KEY));
        }
    }

    private static Optional<JsonNode> key(AuthServerWorld world, String keyId) {
        return world.http
                .get(world.server.issuer() + "/jwks")
                .json()
                .get("keys")
                .valueStream()
                .filter(key -> key.path("kid").asString("").equals(keyId))
                .findFirst();
    }

    private static String ticket(AuthServerWorld world) {
        return world.http
                .post(world.server.issuer() + "/test/tickets", "{\"sub\":\"someone\"}")
                .json()
                .get("ticket")
                .stringValue();
    }

    private static JsonNode decode(String part) throws InvalidJsonException {
        return StrictJson.parse(Base64.getUrlDecoder().decode(part));
    }
}
