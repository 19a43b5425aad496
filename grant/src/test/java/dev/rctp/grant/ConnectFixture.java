package dev.rctp.grant;

import dev.rctp.registries.Tier;
import java.net.URI;
import java.net.http.HttpClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An operator's way to a test authorization server, which answers forms as a test tells it to. */
final class ConnectFixture implements AutoCloseable {

    static final String CLIENT = "https://ops.example/.well-known/ucp";
    static final URI CALLBACK = URI.create("https://ops.example/callback?session=7");
    static final AgentGrantRequest REQUEST = new AgentGrantRequest(
            "agent-1",
            GrantFixture.JKT,
            Map.of("dev.rctp.listing:answer_buyer", Tier.AUTO, "dev.rctp.deal:offer_accept", Tier.ASK),
            GrantFixture.RESOURCE);

    final TestAuthorizationServer server = new TestAuthorizationServer();
    private final HttpClient http = HttpClient.newHttpClient();
    private final CountDownLatch closed = new CountDownLatch(1);

    ConnectFixture() {
        publish(metadata());
        answers(200, tokens().toString());
    }

    SellerConnect discover() throws Exception {
        return discover(Duration.ofSeconds(5));
    }

    SellerConnect discover(Duration deadline) throws Exception {
        return SellerConnect.discover(
                Issuer.of(server.issuer(), true),
                CLIENT,
                new ConnectSettings(http, deadline, () -> GrantFixture.NOW, new SecureRandom()));
    }

    /** Metadata with all that GRA-7 asks for. */
    ObjectNode metadata() {
        ObjectNode metadata = JsonNodeFactory.instance
                .objectNode()
                .put("issuer", server.issuer())
                .put("authorization_endpoint", server.issuer() + "/authorize?tenant=1")
                .put("token_endpoint", server.issuer() + "/token")
                .put("revocation_endpoint", server.issuer() + "/revoke");
        metadata.putArray("code_challenge_methods_supported").add("S256");
        metadata.putArray("authorization_details_types_supported").add("dev.rctp.agent_grant");
        return metadata;
    }

    void publish(ObjectNode metadata) {
        server.publishes(metadata.toString());
    }

    /** A whole answer of the token endpoint. */
    static ObjectNode tokens() {
        ObjectNode tokens = JsonNodeFactory.instance
                .objectNode()
                .put("access_token", "acc.ess-1")
                .put("refresh_token", "re.fresh-1")
                .put("token_type", "bearer")
                .put("expires_in", 600)
                .put("scope", "dev.rctp.listing:answer_buyer")
                .put("sub", "pw-7f3a");
        tokens.putArray("authorization_details").add(GrantFixture.detail(GrantFixture.JKT));
        return tokens;
    }

    /** A grant that came before, as it was kept. */
    static SellerGrant grant() {
        ObjectNode kept = tokens().put("access_token", "acc.ess-0")
                .put("refresh_token", "re.fresh-0")
                .put("expires_at", GrantFixture.NOW.toString());
        kept.putArray("scopes").add("dev.rctp.listing:answer_buyer");
        return SellerGrant.fromStorage(kept.toString());
    }

    /** What the endpoints for forms answer from now on. */
    void answers(int status, String body) {
        server.introspects(status, "application/json", body);
    }

    /** The endpoints for forms answer no more. */
    void isSilent() {
        server.introspects(exchange -> {
            try {
                closed.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** The form that came last. */
    Map<String, String> form() {
        return FormParameters.decode(server.forms.getLast()).orElseThrow();
    }

    /** The query of a redirect that answers this request with these parameters. */
    String answer(PendingConsent pending, String parameters) {
        String state =
                FormParameters.decode(pending.url().getRawQuery()).orElseThrow().get("state");
        return FormParameters.encode(Map.of("state", String.valueOf(state))) + "&"
                + FormParameters.encode(Map.of("iss", server.issuer())) + "&" + parameters;
    }

    @Override
    public void close() {
        closed.countDown();
        http.shutdownNow();
        server.close();
    }
}
