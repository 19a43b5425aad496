package dev.rctp.attest;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A compact JWS (RFC 7515), taken apart strictly and not yet verified: no header member but {@code alg}, {@code kid} and {@code typ},
 * so no {@code crit} either (B68), and base64url in its one right spelling (B71).
 *
 * @param algorithm the header's {@code alg}, which only the key may choose (B70)
 * @param keyId the header's {@code kid}
 * @param payload what it signs
 * @param signingInput the octets that the signature is over
 * @param signature the signature's octets, of any length
 */
public record CompactJws(String algorithm, String keyId, byte[] payload, byte[] signingInput, byte[] signature) {

    private static final Set<String> HEADER = Set.of("alg", "kid", "typ");

    /** Takes the text apart; it must have this {@code typ}. */
    public static CompactJws parse(String compact, String type) throws InvalidJwsException {
        String[] parts = compact.split("\\.", -1);
        unless(parts.length == 3, "a jws that is not compact");
        ObjectNode header = header(decode(parts[0]));
        unless(
                Set.copyOf(header.propertyNames()).equals(HEADER),
                "a jws header with other members than alg, kid and typ");
        unless(text(header, "typ").equals(type), "a jws of another typ");
        byte[] signingInput = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        return new CompactJws(
                text(header, "alg"), text(header, "kid"), decode(parts[1]), signingInput, decode(parts[2]));
    }

    private static ObjectNode header(byte[] json) throws InvalidJwsException {
        try {
            return StrictJson.parseObject(json);
        } catch (InvalidJsonException e) {
            throw new InvalidJwsException("a jws header that is not I-JSON");
        }
    }

    private static String text(ObjectNode header, String member) throws InvalidJwsException {
        JsonNode value = header.path(member);
        unless(value.isString(), "a jws header whose " + member + " is not text");
        return value.stringValue();
    }

    private static byte[] decode(String text) throws InvalidJwsException {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            unless(
                    Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(bytes)
                            .equals(text),
                    "base64url in a spelling that is not the right one");
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new InvalidJwsException("not base64url");
        }
    }

    private static void unless(boolean condition, String phrase) throws InvalidJwsException {
        if (!condition) {
            throw new InvalidJwsException(phrase);
        }
    }
}
