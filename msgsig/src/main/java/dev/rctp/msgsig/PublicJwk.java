package dev.rctp.msgsig;

import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The public members of a JWK of SIG-1 (RFC 7517, RFC 7518 6.2, RFC 8037), each of the one spelling allowed.
 *
 * @param algorithm what {@code kty} and {@code crv} fix, and {@code alg}, where present, confirms
 * @param x base64url of the first coordinate, or of the Ed25519 key
 * @param y base64url of the second coordinate; null for Ed25519
 */
record PublicJwk(
        SignatureAlgorithm algorithm, String x, @Nullable String y) {

    /** Reads a public key; private members are refused (OPR-3). */
    static PublicJwk parse(JsonNode jwk) throws MalformedKeyException {
        if (VerificationKey.isPrivate(jwk)) {
            throw new MalformedKeyException(MalformedKeyException.Fault.PRIVATE, "the key has private members");
        }
        return parsePublicMembers(jwk);
    }

    /** Reads the public members of a key that may have private ones. */
    static PublicJwk parsePublicMembers(JsonNode jwk) throws MalformedKeyException {
        SignatureAlgorithm algorithm = algorithm(text(jwk, "kty"), text(jwk, "crv"));
        if (jwk.has("alg") && !algorithm.joseName().equals(text(jwk, "alg")) && !isFullySpecified(algorithm, jwk)) {
            throw MalformedKeyException.malformed("alg does not agree with kty and crv");
        }
        int size = algorithm == SignatureAlgorithm.ES384 ? 48 : 32;
        String x = encoded(jwk, "x", size);
        if (algorithm != SignatureAlgorithm.ED25519) {
            return new PublicJwk(algorithm, x, encoded(jwk, "y", size));
        }
        if (jwk.has("y")) {
            throw MalformedKeyException.malformed("an OKP key has no y");
        }
        return new PublicJwk(algorithm, x, null);
    }

    private static SignatureAlgorithm algorithm(String kty, String crv) throws MalformedKeyException {
        return switch (kty + " " + crv) {
            case "EC P-256" -> SignatureAlgorithm.ES256;
            case "EC P-384" -> SignatureAlgorithm.ES384;
            case "OKP Ed25519" -> SignatureAlgorithm.ED25519;
            default ->
                throw new MalformedKeyException(
                        MalformedKeyException.Fault.UNSUPPORTED, "the key's type and curve are not supported");
        };
    }

    /** RFC 9864 names EdDSA over Curve25519 {@code Ed25519}. */
    private static boolean isFullySpecified(SignatureAlgorithm algorithm, JsonNode jwk) throws MalformedKeyException {
        return algorithm == SignatureAlgorithm.ED25519 && text(jwk, "alg").equals("Ed25519");
    }

    private static String text(JsonNode jwk, String member) throws MalformedKeyException {
        JsonNode value = jwk.get(member);
        if (value == null && (member.equals("crv") || member.equals("kty"))) {
            return "";
        }
        if (value == null || !value.isString()) {
            throw MalformedKeyException.malformed(member + " is not a string");
        }
        return value.stringValue();
    }

    /** The member's text if it is canonical base64url without padding (B71) of exactly that many bytes. */
    static String encoded(JsonNode jwk, String member, int size) throws MalformedKeyException {
        String text = text(jwk, member);
        byte[] bytes = decode(text);
        if (bytes.length != size || !encode(bytes).equals(text)) {
            throw MalformedKeyException.malformed(member + " is not base64url of " + size + " bytes");
        }
        return text;
    }

    private static byte[] decode(String base64url) {
        try {
            return Base64.getUrlDecoder().decode(base64url);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    byte[] xBytes() {
        return Base64.getUrlDecoder().decode(x);
    }

    /** Empty for Ed25519. */
    byte[] yBytes() {
        return y == null ? new byte[0] : Base64.getUrlDecoder().decode(y);
    }

    private String type() {
        return algorithm == SignatureAlgorithm.ED25519 ? "OKP" : "EC";
    }

    private String curve() {
        return switch (algorithm) {
            case ES256 -> "P-256";
            case ES384 -> "P-384";
            case ED25519 -> "Ed25519";
        };
    }

    /** RFC 7638 with SHA-256, base64url without padding. */
    String thumbprint() {
        String json = "{\"crv\":\"" + curve() + "\",\"kty\":\"" + type() + "\",\"x\":\"" + x + "\""
                + (y == null ? "}" : ",\"y\":\"" + y + "\"}");
        return encode(Sha256.bytes(json.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The whole JWK, with {@code kid}, {@code use} and {@code alg}. */
    ObjectNode toNode() {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("kid", thumbprint())
                .put("kty", type())
                .put("crv", curve())
                .put("x", x);
        if (y != null) {
            node.put("y", y);
        }
        return node.put("use", "sig").put("alg", algorithm.joseName());
    }
}
