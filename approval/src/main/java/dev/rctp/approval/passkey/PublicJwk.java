package dev.rctp.approval.passkey;

import static dev.rctp.approval.passkey.PasskeyFault.ALGORITHM;
import static dev.rctp.approval.passkey.PasskeyFault.KEY;

import java.security.PublicKey;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A public key out of a JWK (RFC 7517) whose {@code kty}, {@code crv} and {@code alg} agree and whose point or modulus is
 * a good one (B58). There is no other way to have one, so each that is here was checked: when it was registered, when it
 * was imported, and each time it is read again.
 */
public final class PublicJwk implements JwkReading {

    private static final List<String> PRIVATE = List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k");

    private final KeyAlgorithm algorithm;
    private final ObjectNode json;
    private final PublicKey key;

    private PublicJwk(KeyAlgorithm algorithm, ObjectNode json, PublicKey key) {
        this.algorithm = algorithm;
        this.json = json;
        this.key = key;
    }

    /** Reads a JWK; members that are not known are left out, private ones make it no public key. */
    public static JwkReading read(JsonNode jwk) {
        try {
            return of(jwk);
        } catch (Unfit e) {
            return e.refused();
        }
    }

    static PublicJwk of(JsonNode jwk) throws Unfit {
        Unfit.unless(jwk.isObject() && !isPrivate(jwk), KEY);
        KeyAlgorithm algorithm = KeyAlgorithm.of(jwk);
        Unfit.unless(isForSignatures(jwk), ALGORITHM);
        PublicKey key = algorithm.publicKey(jwk);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        algorithm.members().forEach(member -> json.set(member, jwk.get(member)));
        return new PublicJwk(algorithm, json.put("alg", algorithm.joseName()), key);
    }

    static boolean isPrivate(JsonNode jwk) {
        return PRIVATE.stream().anyMatch(jwk::has);
    }

    private static boolean isForSignatures(JsonNode jwk) {
        boolean use = !jwk.has("use") || jwk.path("use").asString("").equals("sig");
        return use
                && (!jwk.has("key_ops")
                        || jwk.path("key_ops")
                                .valueStream()
                                .anyMatch(operation -> operation.asString("").equals("verify")));
    }

    /** The required members and {@code alg}; a fresh copy. */
    public ObjectNode json() {
        return json.deepCopy();
    }

    KeyAlgorithm algorithm() {
        return algorithm;
    }

    PublicKey key() {
        return key;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PublicJwk jwk && json.equals(jwk.json);
    }

    @Override
    public int hashCode() {
        return json.hashCode();
    }

    @Override
    public String toString() {
        return "PublicJwk[" + algorithm + "]";
    }
}
