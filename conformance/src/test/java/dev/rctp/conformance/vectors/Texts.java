package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Texts of octets and octets of texts. */
final class Texts {

    private Texts() {}

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String base64Url(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }

    static String base64(byte[] octets) {
        return Base64.getEncoder().encodeToString(octets);
    }

    /** {@code sha-256:} and hexadecimal over the canonical JSON (LST-4, REC-2). */
    static String hash(JsonNode value) {
        return Sha256.text(CanonicalJson.bytes(value));
    }

    /** The object that this text of a program is, with apostrophes for quotes. */
    static ObjectNode object(String json) {
        return read(json.replace('\'', '"'));
    }

    /** The object that this text is. */
    static ObjectNode read(String json) {
        try {
            return StrictJson.parseObject(utf8(json));
        } catch (InvalidJsonException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    /** 128 bits in base64url that follow from a name. */
    static String salt(String name) {
        byte[] octets = Sha256.bytes(utf8("RCTP test vectors, salt " + name));
        return base64Url(octets).substring(0, 21) + "A";
    }

    /** An identifier of the gateway's that follows from its prefix and one letter. */
    static String id(String prefix, char letter) {
        return prefix + String.valueOf(letter).repeat(26);
    }
}
