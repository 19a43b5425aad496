package dev.rctp.approval.passkey;

import tools.jackson.databind.JsonNode;

/**
 * Why a passkey can't be imported (MGT-1), for the marketplace that sent it.
 *
 * @param member the JSON pointer (RFC 6901) of what is wrong
 * @param message one sentence without its subject; quotes no value
 */
public record ImportRefused(String member, String message) implements ImportVerdict {

    /** What is wrong with a JWK that is none to verify with (B58). */
    static ImportRefused key(JsonNode jwk, PasskeyFault fault) {
        if (PublicJwk.isPrivate(jwk)) {
            return new ImportRefused("/jwk", "has private members");
        }
        return KeyAlgorithm.ofType(jwk)
                .map(algorithm -> of(algorithm, jwk, fault))
                .orElseGet(() ->
                        new ImportRefused("/jwk", "must be a key of EC with P-256, of OKP with Ed25519, or of RSA"));
    }

    private static ImportRefused of(KeyAlgorithm algorithm, JsonNode jwk, PasskeyFault fault) {
        if (fault == PasskeyFault.KEY) {
            return new ImportRefused("/jwk", algorithm.isNoKey());
        }
        return jwk.has("alg") && !algorithm.isNamed(jwk.path("alg"))
                ? new ImportRefused("/jwk/alg", "must be " + algorithm.joseName() + ", or left out")
                : new ImportRefused("/jwk", "is not for verifying signatures, as its use or key_ops says");
    }
}
