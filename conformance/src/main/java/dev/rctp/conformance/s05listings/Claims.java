package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Trial;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Base64;
import tools.jackson.databind.JsonNode;

/** What stands in a compact JWS (RFC 7515). */
public final class Claims {

    private Claims() {}

    /** The payload, unverified; the test is blocked where there is none. */
    public static JsonNode of(Trial t, String jws) {
        return part(t, jws, 1);
    }

    /** The protected header; the test is blocked where there is none. */
    public static JsonNode header(Trial t, String jws) {
        return part(t, jws, 0);
    }

    private static JsonNode part(Trial t, String jws, int index) {
        String[] parts = jws.split("\\.", -1);
        t.blockedUnless(parts.length == 3, "A compact JWS has three parts: " + jws);
        try {
            return StrictJson.parse(Base64.getUrlDecoder().decode(parts[index]));
        } catch (InvalidJsonException | IllegalArgumentException e) {
            t.blockedUnless(false, "A part of the JWS can't be read: " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }
}
