package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.SandboxClock;
import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.TestClient;
import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A running authorization server, an operator that knows how to ask it, and a clock that stands until it is moved. */
final class AuthServerWorld implements AutoCloseable {

    static final Instant START = Instant.parse("2026-11-29T12:00:00Z");
    static final String RESOURCE = "http://localhost:4001";
    static final String OPERATOR = "http://localhost:4004/seller-ops/.well-known/ucp";
    static final String OTHER_OPERATOR = "http://localhost:4004/buyer-ops-a/.well-known/ucp";
    static final String REDIRECT = "http://127.0.0.1:39999/callback?keep=1";
    static final String VERIFIER = "a-verifier-that-is-long-enough-for-rfc-7636-0123456789";
    static final String ANSWER = "dev.rctp.listing:answer_buyer";
    static final String ACCEPT = "dev.rctp.deal:offer_accept";

    final Registries registries = Registries.load();
    final Cryptography cryptography = Cryptography.select();
    final TestKey agent = TestKey.generate(cryptography);
    final SandboxClock clock = new SandboxClock(InstantSource.fixed(START));
    final TestClient http = new TestClient();
    final AuthorizationServer server;

    AuthServerWorld(@Nullable Path state) throws IOException {
        SecureRandom random = new SecureRandom();
        server = AuthorizationServer.start(new AuthorizationServerSettings(
                0,
                RESOURCE,
                "gateway",
                "a secret: with & signs",
                registries.actions().all(),
                clients(),
                clock,
                cryptography,
                random,
                IdSource.random(random),
                state));
    }

    /** The parameters of a good request for a grant. */
    Map<String, String> request() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("response_type", "code");
        parameters.put("client_id", OPERATOR);
        parameters.put("redirect_uri", REDIRECT);
        parameters.put("state", "a state & more");
        parameters.put("code_challenge", challenge(VERIFIER));
        parameters.put("code_challenge_method", "S256");
        parameters.put("scope", ANSWER + " " + ACCEPT);
        parameters.put("authorization_details", details("{\"" + ANSWER + "\":\"auto\",\"" + ACCEPT + "\":\"ask\"}"));
        return parameters;
    }

    String details(String tiers) {
        return "[{\"type\":\"dev.rctp.agent_grant\",\"agent_id\":\"agent <1>\",\"jkt\":\"" + agent.thumbprint()
                + "\",\"tiers\":" + tiers + "}]";
    }

    Answer authorize(Map<String, String> parameters) {
        return http.get(server.issuer() + "/authorize?" + TestClient.encode(parameters));
    }

    /** What the redirect tells the client after the seller decided on the page. */
    Form decide(Answer page, String decision) {
        return told(post(page, decision));
    }

    /** The answer to the page's form. */
    Answer post(Answer page, String decision, String... headers) {
        Matcher ticket = Pattern.compile("name=\"request\" value=\"([^\"]+)\"").matcher(page.text());
        if (!ticket.find()) {
            throw new AssertionError("no consent form in " + page.text());
        }
        return http.form(
                server.issuer() + "/authorize",
                Map.of(
                        "request", ticket.group(1),
                        "seller", server.sellers().getFirst().sub(),
                        "decision", decision),
                headers);
    }

    /** The parameters of a redirect to the client. */
    static Form told(Answer redirect) {
        return Form.parse(URI.create(redirect.field("location")).getRawQuery());
    }

    /** A code that the seller allowed. */
    String code() {
        return decide(authorize(request()), "approve").get("code").orElseThrow();
    }

    Answer redeem(String code, String... changes) {
        return token(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT), changes);
    }

    Answer refresh(String token, String... changes) {
        return token(Map.of("grant_type", "refresh_token", "refresh_token", token), changes);
    }

    private Answer token(Map<String, String> parameters, String... changes) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        all.put("client_id", OPERATOR);
        all.put("code_verifier", VERIFIER);
        for (int i = 0; i < changes.length; i += 2) {
            all.put(changes[i], changes[i + 1]);
        }
        return http.form(server.issuer() + "/token", all);
    }

    JsonNode introspect(String token) {
        return http.form(
                        server.issuer() + "/introspect",
                        Map.of("token", token),
                        "Authorization",
                        IntrospectionEndpoint.basic("gateway", "a secret: with & signs"))
                .json();
    }

    static String challenge(String verifier) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.bytes(verifier.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public void close() {
        server.close();
        http.close();
    }

    private Clients clients() {
        return new Clients() {
            @Override
            public Optional<Client> find(String clientId) {
                return Optional.of(clientId)
                        .filter(id -> id.equals(OPERATOR) || id.equals(OTHER_OPERATOR))
                        .map(id -> new Client(id, "Seller Ops & Sons"));
            }

            @Override
            public Optional<Client> holding(String jkt) {
                return jkt.equals(agent.thumbprint()) ? find(OPERATOR) : Optional.empty();
            }
        };
    }
}
