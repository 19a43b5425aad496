package dev.rctp.grant;

import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A checker against a test authorization server, at a time that tests set. */
final class GrantFixture implements AutoCloseable {

    static final Schemas SCHEMAS = Registries.load().schemas();
    static final String RESOURCE = "https://gw.example/m/shop7";
    static final String JKT = "W5DghzI1WUdun4vQj6ODLvM-T1EWZqHIFk_XVB4iFVU";
    static final String OTHER_JKT = "JZhHQSJn0OKuUyAJzfsdQW3LQ10urnpLu8df8XDj19w";
    static final String TOKEN = "sEcReT-tok.en_1~+/==";
    static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    final TestAuthorizationServer server = new TestAuthorizationServer();
    final TestTransport transport = new TestTransport(Duration.ofSeconds(5));
    volatile Instant now = NOW;

    GrantChecker checker() {
        return checker(transport, AuthorizationServerLimits.defaults());
    }

    GrantChecker checker(AuthorizationServerTransport through, AuthorizationServerLimits limits) {
        return new GrantChecker(server(server.issuer(), through, limits), RESOURCE, SCHEMAS, clock());
    }

    AuthorizationServer server(String issuer) {
        return server(issuer, transport, AuthorizationServerLimits.defaults());
    }

    AuthorizationServer server(String issuer, AuthorizationServerTransport through, AuthorizationServerLimits limits) {
        ClientCredentials credentials = new ClientCredentials("gateway", "s3cr:et +%");
        return new AuthorizationServer(Issuer.of(issuer, true), credentials, through, clock(), limits);
    }

    private InstantSource clock() {
        return () -> now;
    }

    GrantVerdict check() throws GrantUndecidedException, InterruptedException {
        return checker().check("Bearer " + TOKEN, JKT);
    }

    /** The view of a live grant for {@link #JKT}. */
    static ObjectNode view() {
        ObjectNode view = JsonNodeFactory.instance
                .objectNode()
                .put("active", true)
                .put("scope", "dev.rctp.listing:answer_buyer dev.rctp.deal:offer_accept")
                .put("sub", "pw-7f3a")
                .put("exp", NOW.plusSeconds(900).getEpochSecond())
                .put("grant_status", "active");
        view.putObject("cnf").put("jkt", JKT);
        view.putArray("authorization_details").add(detail(JKT));
        return view;
    }

    static ObjectNode detail(String jkt) {
        ObjectNode detail = JsonNodeFactory.instance
                .objectNode()
                .put("type", "dev.rctp.agent_grant")
                .put("agent_id", "agent-1")
                .put("jkt", jkt);
        detail.putObject("tiers").put("dev.rctp.listing:answer_buyer", "auto").put("dev.rctp.deal:offer_accept", "ask");
        return detail;
    }

    @Override
    public void close() {
        transport.close();
        server.close();
    }
}
