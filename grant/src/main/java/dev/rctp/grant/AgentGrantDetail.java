package dev.rctp.grant;

import dev.rctp.registries.Tier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The one entry of {@code authorization_details} that a request and its answer have to hold (GRA-2; RFC 9396).
 *
 * @param agentId the agent's name in the grant
 * @param jkt the thumbprint of the key that the grant is given to
 * @param tiers scope to tier
 */
record AgentGrantDetail(String agentId, String jkt, Map<String, Tier> tiers) {

    static final String TYPE = "dev.rctp.agent_grant";

    /** The entry in the answer to {@code what}. */
    static AgentGrantDetail of(String what, JsonNode answer) throws GrantUndecidedException {
        List<JsonNode> grants = answer.path("authorization_details")
                .valueStream()
                .filter(detail -> TYPE.equals(detail.path("type").asString("")))
                .toList();
        if (grants.size() != 1) {
            throw new GrantUndecidedException(
                    what + " was answered with " + grants.size() + " entries of type " + TYPE + " instead of one");
        }
        JsonNode grant = grants.getFirst();
        return new AgentGrantDetail(
                JsonAnswer.text(what, grant, "agent_id"),
                JsonAnswer.text(what, grant, "jkt"),
                tiers(what, grant.path("tiers")));
    }

    /** The array with this one entry (RFC 9396 2). */
    ArrayNode toJson() {
        ObjectNode byScope = JsonNodeFactory.instance.objectNode();
        new TreeMap<>(tiers).forEach((scope, tier) -> byScope.put(scope, tier.token()));
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("type", TYPE)
                .put("agent_id", agentId)
                .put("jkt", jkt);
        entry.set("tiers", byScope);
        return JsonNodeFactory.instance.arrayNode().add(entry);
    }

    /** Whether both are for one agent and one key of it; the seller may have allowed less than was asked. */
    boolean hasAgentOf(AgentGrantDetail other) {
        return agentId.equals(other.agentId) && jkt.equals(other.jkt);
    }

    private static Map<String, Tier> tiers(String what, JsonNode tiers) throws GrantUndecidedException {
        if (!tiers.isObject()) {
            throw new GrantUndecidedException(what + " was answered without 'tiers'");
        }
        Map<String, Tier> parsed = new HashMap<>();
        for (Map.Entry<String, JsonNode> tier : tiers.properties()) {
            parsed.put(
                    tier.getKey(),
                    Tier.ofToken(tier.getValue().asString(""))
                            .orElseThrow(
                                    () -> new GrantUndecidedException(what + " was answered with an unknown tier")));
        }
        return parsed;
    }
}
