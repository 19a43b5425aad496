package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Outgoing;
import tools.jackson.databind.node.JsonNodeFactory;

/** TEST ONLY: error answers of the endpoints that clients call (RFC 6749 5.2). */
final class OAuthErrors {

    private OAuthErrors() {}

    /** 400 with this code and sentence. */
    static Outgoing of(String error, String sentence) {
        return Outgoing.json(
                400, JsonNodeFactory.instance.objectNode().put("error", error).put("error_description", sentence));
    }
}
