package dev.rctp.attest.verify;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import tools.jackson.databind.JsonNode;

/** RFC 8785 for what others wrote: a value without a canonical form, such as a number over 2^53-1, is a fault. */
final class Canonical {

    private Canonical() {}

    static byte[] bytes(JsonNode value) throws Fault {
        try {
            return CanonicalJson.bytes(value);
        } catch (IllegalArgumentException e) {
            throw new Fault("a value that has no canonical form");
        }
    }

    /** {@code sha-256:} and hex over the canonical form. */
    static String hash(JsonNode value) throws Fault {
        return Sha256.text(bytes(value));
    }
}
