package dev.rctp.attest.verify;

import dev.rctp.registries.Sha256;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a public JWK (RFC 7517) says of itself, whatever its type. */
final class SigningJwk {

    private static final Set<String> MEMBERS = Set.of("kty", "crv", "x", "y", "kid", "use", "alg", "key_ops");

    private SigningJwk() {}

    /**
     * The RFC 7638 thumbprint, which the {@code kid} must be (OPR-3). Private members and foreign ones are faults, and so is a key for anything
     * but signatures of this algorithm.
     *
     * @param required the members that the thumbprint is over
     */
    static String thumbprint(JsonNode jwk, String algorithm, List<String> required) throws Fault {
        Fault.unless(
                jwk.isObject() && MEMBERS.containsAll(jwk.propertyNames()), "a key with members that are not known");
        Fault.unless(!jwk.has("alg") || is(jwk, "alg", algorithm), "a key that is not for " + algorithm);
        Fault.unless(!jwk.has("use") || is(jwk, "use", "sig"), "a key that is not for signatures");
        Fault.unless(!jwk.has("key_ops") || verifies(jwk.path("key_ops")), "a key that is not for signatures");
        ObjectNode hashed = ((ObjectNode) jwk).objectNode();
        for (String member : required) {
            hashed.set(member, jwk.path(member));
        }
        String thumbprint = Base64Url.encode(Sha256.bytes(Canonical.bytes(hashed)));
        Fault.unless(is(jwk, "kid", thumbprint), "a key whose kid is not its thumbprint");
        return thumbprint;
    }

    /** Whether this member is text, and this one. */
    static boolean is(JsonNode jwk, String member, String value) {
        JsonNode node = jwk.path(member);
        return node.isString() && node.stringValue().equals(value);
    }

    private static boolean verifies(JsonNode operations) {
        return operations
                .valueStream()
                .anyMatch(operation -> operation.asString("").equals("verify"));
    }
}
