package dev.rctp.gateway.sandbox.operators;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: an operator's UCP profile of version 2026-08-25 (OPR-3, OPR-4), and how it is served. */
final class ProfileDocument {

    private static final String VERSION = "2026-08-25";

    private ProfileDocument() {}

    /** The document: who runs the agents, where it takes webhooks, and the agents' public keys. */
    static ObjectNode of(Cast operator, String webhookUrl, List<HostedAgent> agents) {
        ObjectNode document = JsonNodeFactory.instance.objectNode();
        ObjectNode ucp = document.putObject("ucp").put("version", VERSION);
        ucp.putObject("services");
        ObjectNode capabilities = ucp.putObject("capabilities");
        capability(capabilities, "operator")
                .put("legal_entity", operator.legalEntity())
                .put("jurisdiction", operator.jurisdiction())
                .put("incident_contact", "mailto:incidents@" + operator.operator() + ".example")
                .put("incident_sla_hours", 24);
        capability(capabilities, "deal").put("webhook_url", webhookUrl);
        ucp.putObject("payment_handlers");
        ArrayNode keys = document.putArray("keys");
        agents.forEach(agent -> keys.add(agent.key().publicJwk()));
        return document;
    }

    /** The document as an answer: 304 where the client has it already (RFC 9110 13.1.2). */
    static Outgoing serve(ObjectNode document, Incoming request) {
        byte[] digest = Sha256.bytes(document.toString().getBytes(StandardCharsets.UTF_8));
        String tag = "\"" + HexFormat.of().formatHex(digest, 0, 16) + "\"";
        boolean known = request.fields().combined("if-none-match").orElse("").contains(tag);
        Outgoing answer = known ? Outgoing.empty(304) : Outgoing.json(200, document);
        return answer.with("cache-control", "public, max-age=60").with("etag", tag);
    }

    private static ObjectNode capability(ObjectNode capabilities, String name) {
        return capabilities
                .putArray("dev.rctp." + name)
                .addObject()
                .put("version", VERSION)
                .put("spec", "https://rctp.dev/specification/" + name)
                .put("schema", "https://rctp.dev/schemas/" + name + ".json")
                .putObject("config");
    }
}
