package dev.rctp.msgsig;

import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A public key of an algorithm of SIG-1, parsed once, safe for concurrent use. */
public sealed interface VerificationKey extends MessageVerificationKey permits ParsedVerificationKey {

    /** The RFC 7638 thumbprint with SHA-256, base64url without padding (B-1). */
    String thumbprint();

    /** The algorithm that this key's type and curve fix. */
    @Override
    SignatureAlgorithm algorithm();

    /** The public JWK: {@code kid}, {@code kty}, {@code crv}, {@code x}, {@code y}, {@code use}, {@code alg} and nothing else; a fresh copy. */
    ObjectNode publicJwk();

    /** Whether a JWK of any type has private or secret members (OPR-3). */
    static boolean isPrivate(JsonNode jwk) {
        return List.of("d", "p", "q", "dp", "dq", "qi", "oth", "k", "priv").stream()
                .anyMatch(jwk::has);
    }

    /** Whether this is the signature of the data; false for every malformed, out-of-range or DER signature. */
    @Override
    boolean verify(byte[] data, byte[] signature);
}
