package dev.rctp.conformance.breakable.domain;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.util.Collection;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Small pieces of JSON and its digests (RFC 8785). */
public final class Json {

    private Json() {}

    /** An object without members. */
    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    /** A list of texts. */
    public static ArrayNode texts(Collection<String> texts) {
        ArrayNode list = array();
        texts.forEach(list::add);
        return list;
    }

    /** A list of nodes. */
    public static ArrayNode list(Collection<? extends JsonNode> nodes) {
        ArrayNode list = array();
        nodes.forEach(list::add);
        return list;
    }

    /** A list without members. */
    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** The text of the member; empty where there is none or it is no text. */
    public static String text(JsonNode node, String member) {
        return node.path(member).asString("");
    }

    /** {@code sha-256:} and the hexadecimal digest of the canonical form. */
    public static String digest(JsonNode node) {
        return Sha256.text(CanonicalJson.bytes(node));
    }
}
