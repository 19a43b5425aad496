package dev.rctp.approval.passkey;

import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** The authorization server's key set (RFC 7517). */
@FunctionalInterface
public interface TicketKeys {

    /** The JWK with this {@code kid}; empty where the set has none; throws when the set can't be had, so that nothing can be decided. */
    Optional<JsonNode> find(String keyId) throws IOException;
}
