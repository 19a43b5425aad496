package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.JsonBody;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.registries.InvalidJsonException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: grants without consent. {@code POST /test/grants} takes {@code sub}, {@code jkt} and, each optional,
 * {@code agent_id}, {@code scopes}, {@code tiers} and {@code expires_in}: the seconds until the grant ends, at most 90
 * days, which is also the default. The access token lasts until then or 900 s.
 */
final class TestGrants {

    private final GrantStore store;
    private final Clients clients;
    private final InstantSource clock;

    TestGrants(GrantStore store, Clients clients, InstantSource clock) {
        this.store = store;
        this.clients = clients;
        this.clock = clock;
    }

    /** 201 with the grant and its access token. */
    Outgoing create(Incoming incoming) throws InvalidJsonException {
        JsonBody body = incoming.json();
        Map<String, String> tiers =
                body.object().get("tiers") instanceof ObjectNode object ? GrantDetail.texts(object) : Map.of();
        if (!body.text("jkt").matches("[A-Za-z0-9_-]{43}") || body.text("sub").isEmpty()) {
            throw new InvalidJsonException("jkt has to be an RFC 7638 thumbprint and sub must not be empty");
        }
        GrantDetail detail =
                new GrantDetail(body.optionalText("agent_id").orElse("test-agent"), body.text("jkt"), tiers);
        List<String> scopes = body.object().hasNonNull("scopes")
                ? body.texts("scopes")
                : tiers.keySet().stream().sorted().toList();
        long seconds = Math.min(body.number("expires_in", Long.MAX_VALUE), GrantStore.GRANT.toSeconds());
        AgentGrant grant = store.open(
                clients.holding(detail.jkt()).map(Clients.Client::id).orElse(null),
                body.text("sub"),
                detail,
                scopes,
                clock.instant().plusSeconds(Math.max(seconds, 0)));
        return Outgoing.json(
                201,
                JsonNodeFactory.instance
                        .objectNode()
                        .put("grant_id", grant.id())
                        .put("access_token", store.issue(grant).access()));
    }

    /** 204, or 404 for an unknown grant. */
    Outgoing revoke(String grantId) {
        return Outgoing.empty(store.revoke(grantId) ? 204 : 404);
    }
}
