package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.registries.ShownName;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: the one entry of {@code authorization_details} (RFC 9396), of type {@code dev.rctp.agent_grant} (GRA-2).
 *
 * @param agentId the operator's name for the agent
 * @param jkt the thumbprint of the agent's key
 * @param tiers scope to tier
 */
record GrantDetail(String agentId, String jkt, Map<String, String> tiers) {

    static final String TYPE = "dev.rctp.agent_grant";

    private static final int LONGEST_AGENT_ID = 255;

    /** Keeps its own copy of the tiers. */
    GrantDetail {
        tiers = Map.copyOf(tiers);
    }

    /** The detail in this array; empty where it is not exactly one whole entry of the type, with nothing unknown in it. */
    static Optional<GrantDetail> parse(JsonNode details) {
        if (!(details instanceof ArrayNode array)
                || array.size() != 1
                || !(array.get(0) instanceof ObjectNode entry)
                || entry.size() != 4
                || !TYPE.equals(entry.path("type").stringValue(""))
                || !(entry.path("tiers") instanceof ObjectNode tiers)) {
            return Optional.empty();
        }
        String agentId = entry.path("agent_id").stringValue("");
        String jkt = entry.path("jkt").stringValue("");
        if (!ShownName.isFit(agentId, LONGEST_AGENT_ID) || !jkt.matches("[A-Za-z0-9_-]{43}")) {
            return Optional.empty();
        }
        return Optional.of(new GrantDetail(agentId, jkt, texts(tiers)));
    }

    /** The members of an object that are texts; any other becomes the empty text, which is no tier. */
    static Map<String, String> texts(ObjectNode object) {
        Map<String, String> texts = new LinkedHashMap<>();
        object.properties()
                .forEach(member -> texts.put(member.getKey(), member.getValue().stringValue("")));
        return texts;
    }

    /** The array with this one entry. */
    ArrayNode toJson() {
        ObjectNode byScope = JsonNodeFactory.instance.objectNode();
        tiers.keySet().stream().sorted().forEach(scope -> byScope.put(scope, tiers.get(scope)));
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("type", TYPE)
                .put("agent_id", agentId)
                .put("jkt", jkt);
        entry.set("tiers", byScope);
        return JsonNodeFactory.instance.arrayNode().add(entry);
    }
}
