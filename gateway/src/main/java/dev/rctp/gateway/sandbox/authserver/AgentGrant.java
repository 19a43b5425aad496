package dev.rctp.gateway.sandbox.authserver;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: what a seller allowed an agent.
 *
 * @param id its identifier
 * @param clientId the operator it was given to; null where a test made it for a key in no profile
 * @param sub the seller
 * @param detail the agent and its tiers
 * @param scopes the scopes granted
 * @param issuedAt when the seller allowed it
 * @param expiresAt when it ends
 * @param revoked whether someone took it back
 */
record AgentGrant(
        String id,
        @Nullable String clientId,
        String sub,
        GrantDetail detail,
        List<String> scopes,
        Instant issuedAt,
        Instant expiresAt,
        boolean revoked) {

    /** Keeps its own copy of the scopes. */
    AgentGrant {
        scopes = List.copyOf(scopes);
    }

    /** {@code active}, {@code revoked} or {@code expired} (GRA-2). */
    String status(Instant now) {
        if (revoked) {
            return "revoked";
        }
        return now.isBefore(expiresAt) ? "active" : "expired";
    }

    /** The same grant, taken back. */
    AgentGrant revoke() {
        return new AgentGrant(id, clientId, sub, detail, scopes, issuedAt, expiresAt, true);
    }

    /** The form to keep between restarts. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("client_id", clientId)
                .put("sub", sub)
                .put("issued_at", issuedAt.toString())
                .put("expires_at", expiresAt.toString())
                .put("revoked", revoked)
                .put("agent_id", detail.agentId())
                .put("jkt", detail.jkt());
        ObjectNode tiers = json.putObject("tiers");
        detail.tiers().forEach(tiers::put);
        ArrayNode list = json.putArray("scopes");
        scopes.forEach(list::add);
        return json;
    }

    /** The grant that {@link #toJson} gave. */
    static AgentGrant of(JsonNode json) {
        List<String> scopes = new ArrayList<>();
        json.get("scopes").forEach(scope -> scopes.add(scope.stringValue()));
        return new AgentGrant(
                json.get("id").stringValue(),
                json.get("client_id").isNull() ? null : json.get("client_id").stringValue(),
                json.get("sub").stringValue(),
                new GrantDetail(
                        json.get("agent_id").stringValue(),
                        json.get("jkt").stringValue(),
                        GrantDetail.texts((ObjectNode) json.get("tiers"))),
                scopes,
                Instant.parse(json.get("issued_at").stringValue()),
                Instant.parse(json.get("expires_at").stringValue()),
                json.get("revoked").booleanValue());
    }
}
