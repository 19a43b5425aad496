package dev.rctp.gateway.sandbox.authserver;

import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: an opaque token, known here by its hash alone.
 *
 * @param hash the SHA-256 of the token
 * @param kind what it is good for
 * @param grantId the grant it stands for
 * @param expiresAt when it lapses
 * @param used whether a refresh token was rotated away
 */
record StoredToken(String hash, Kind kind, String grantId, Instant expiresAt, boolean used) {

    /** What a token is good for. */
    enum Kind {
        ACCESS,
        REFRESH
    }

    /** The same token, rotated away. */
    StoredToken use() {
        return new StoredToken(hash, kind, grantId, expiresAt, true);
    }

    /** The form to keep between restarts. */
    ObjectNode toJson() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("hash", hash)
                .put("kind", kind.name())
                .put("grant_id", grantId)
                .put("expires_at", expiresAt.toString())
                .put("used", used);
    }

    /** The token that {@link #toJson} gave. */
    static StoredToken of(JsonNode json) {
        return new StoredToken(
                json.get("hash").stringValue(),
                Kind.valueOf(json.get("kind").stringValue()),
                json.get("grant_id").stringValue(),
                Instant.parse(json.get("expires_at").stringValue()),
                json.get("used").booleanValue());
    }
}
