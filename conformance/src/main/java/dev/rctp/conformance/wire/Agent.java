package dev.rctp.conformance.wire;

import dev.rctp.msgsig.SigningKey;
import tools.jackson.databind.node.ObjectNode;

/**
 * Who signs: one key of an operator's profile (section 1).
 *
 * @param agentId what grants call it
 * @param operator the name of its operator among the runner's hosts
 * @param profileUrl its operator's profile, as onboarded
 * @param key what it signs with
 * @param privateJwk the same key, for JWS
 */
public record Agent(String agentId, String operator, String profileUrl, SigningKey key, ObjectNode privateJwk) {

    /** The key's thumbprint (RFC 7638). */
    public String jkt() {
        return key.thumbprint();
    }

    /** The same agent signing with another key. */
    public Agent with(SigningKey other, ObjectNode otherJwk) {
        return new Agent(agentId, operator, profileUrl, other, otherJwk);
    }

    @Override
    public String toString() {
        return agentId;
    }
}
