package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.SigningKey;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Profile documents of operators, valid until a test changes them. */
public final class Profiles {

    public static final String VERSION = "2026-08-25";

    private Profiles() {}

    public static ObjectNode document(SigningKey... keys) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode ucp = document.putObject("ucp").put("version", VERSION);
        ucp.putObject("services");
        ucp.putObject("payment_handlers");
        ObjectNode entry =
                ucp.putObject("capabilities").putArray("dev.rctp.operator").addObject();
        entry.put("version", VERSION)
                .put("spec", "https://rctp.dev/specification/operator")
                .put("schema", "https://rctp.dev/schemas/operator.json");
        entry.putObject("config")
                .put("legal_entity", "Agents Ltd")
                .put("jurisdiction", "DE-BE")
                .put("incident_contact", "mailto:incidents@agent.example")
                .put("incident_sla_hours", 24);
        ArrayNode list = document.putArray("keys");
        for (SigningKey key : keys) {
            list.add(key.publicJwk());
        }
        return document;
    }

    static ObjectNode operatorEntry(ObjectNode document) {
        return (ObjectNode) document.path("ucp")
                .path("capabilities")
                .path("dev.rctp.operator")
                .path(0);
    }

    static ObjectNode operatorConfig(ObjectNode document) {
        return (ObjectNode) operatorEntry(document).path("config");
    }

    public static byte[] bytes(ObjectNode document) {
        return document.toString().getBytes(StandardCharsets.UTF_8);
    }
}
