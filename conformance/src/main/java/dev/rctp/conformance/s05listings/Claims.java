package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Trial;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What stands in a compact JWS (RFC 7515). */
public final class Claims {

    private Claims() {}

    /** The payload, unverified; the test is blocked where there is none. */
    public static ObjectNode of(Trial t, String jws) {
        return part(t, jws, 1);
    }

    /** The protected header; the test is blocked where there is none. */
    public static ObjectNode header(Trial t, String jws) {
        return part(t, jws, 0);
    }

    private static ObjectNode part(Trial t, String jws, int index) {
        String[] parts = jws.split("\\.", -1);
        t.blockedUnless(parts.length == 3, "A compact JWS has three parts: " + jws);
        return t.needed(object(parts[index]), "A part of the JWS is no JSON object: " + jws);
    }

    private static @Nullable ObjectNode object(String part) {
        try {
            return StrictJson.parseObject(Base64.getUrlDecoder().decode(part));
        } catch (InvalidJsonException | IllegalArgumentException _) {
            return null;
        }
    }
}
