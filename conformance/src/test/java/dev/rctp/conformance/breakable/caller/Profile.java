package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.jose.PublicJwk;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An operator's profile (OPR-3, OPR-4).
 *
 * @param url where it is
 * @param keys its usable keys by {@code kid}
 * @param operator {@code config} of its {@code dev.rctp.operator}
 * @param webhookUrl where its webhooks go
 */
public record Profile(String url, Map<String, PublicJwk> keys, JsonNode operator, Optional<String> webhookUrl) {

    /** Keeps its own copy of the keys. */
    public Profile {
        keys = Map.copyOf(keys);
    }
}
