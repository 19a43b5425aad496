package dev.rctp.attest.verify;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry's compact JWS (RFC 7515), taken apart strictly: no header member but {@code alg}, {@code kid} and {@code typ}, so no
 * {@code crit} either (B68), and no algorithm but ES256 (B70).
 *
 * @param keyId the header's {@code kid}
 * @param payload what it signs
 */
record EntryJws(String keyId, byte[] payload, byte[] signingInput, byte[] signature) {

    private static final String TYPE = "rctp-attestation+jwt";

    static EntryJws parse(String compact) throws Fault {
        String[] parts = compact.split("\\.", -1);
        Fault.unless(parts.length == 3, "a jws that is not compact");
        ObjectNode header = header(Base64Url.decode(parts[0]));
        Fault.unless(
                Set.copyOf(header.propertyNames()).equals(Set.of("alg", "kid", "typ")),
                "a jws header with other members than alg, kid and typ");
        Fault.unless(text(header, "alg").equals("ES256"), "a jws that is not ES256");
        Fault.unless(text(header, "typ").equals(TYPE), "a jws of another typ");
        byte[] signingInput = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        return new EntryJws(text(header, "kid"), Base64Url.decode(parts[1]), signingInput, Base64Url.decode(parts[2]));
    }

    void verify(Map<String, P256Key> keys) throws Fault {
        P256Key key = keys.get(keyId);
        if (key == null) {
            throw new Fault("signed by a key that is not given");
        }
        Fault.unless(key.verifies(signingInput, signature), "a signature that does not verify");
    }

    private static ObjectNode header(byte[] json) throws Fault {
        try {
            return StrictJson.parseObject(json);
        } catch (InvalidJsonException e) {
            throw new Fault("a jws header that is not I-JSON");
        }
    }

    private static String text(ObjectNode header, String member) throws Fault {
        JsonNode value = header.path(member);
        Fault.unless(value.isString(), "a jws header whose " + member + " is not text");
        return value.stringValue();
    }
}
