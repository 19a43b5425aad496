package dev.rctp.msgsig;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.RSAPrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Keys of {@link PeerAlgorithm} as JWKs (RFC 7517, RFC 7518 6.3, 6.4); never the way to a profile's keys (OPR-3). */
public final class PeerJwk {

    /** The JOSE name that a JWK's {@code alg} may have for each (RFC 7518 3.1). */
    private static final Map<PeerAlgorithm, String> JOSE_NAMES = Map.of(
            PeerAlgorithm.RSA_PSS_SHA512, "PS512",
            PeerAlgorithm.RSA_V1_5_SHA256, "RS256",
            PeerAlgorithm.HMAC_SHA256, "HS256");

    private PeerJwk() {}

    /** The RSA key of {@code n} and {@code e}; refuses an {@code alg} of another algorithm and private members. */
    public static RsaVerificationKey rsaPublic(PeerAlgorithm algorithm, JsonNode jwk) throws MalformedKeyException {
        if (VerificationKey.isPrivate(jwk)) {
            throw new MalformedKeyException(MalformedKeyException.Fault.PRIVATE, "the key has private members");
        }
        check(jwk, "RSA", algorithm);
        RSAPublicKeySpec spec = new RSAPublicKeySpec(number(jwk, "n"), number(jwk, "e"));
        try {
            return new RsaVerificationKey(algorithm, (RSAPublicKey) factory().generatePublic(spec));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw MalformedKeyException.malformed("n and e are no RSA key of a size that is taken");
        }
    }

    /** The RSA key with all members of RFC 7518 6.3.2 but {@code oth}; refuses an {@code alg} of another algorithm. */
    public static RsaSigningKey rsaPrivate(PeerAlgorithm algorithm, JsonNode jwk) throws MalformedKeyException {
        check(jwk, "RSA", algorithm);
        RSAPrivateCrtKeySpec spec = new RSAPrivateCrtKeySpec(
                number(jwk, "n"),
                number(jwk, "e"),
                number(jwk, "d"),
                number(jwk, "p"),
                number(jwk, "q"),
                number(jwk, "dp"),
                number(jwk, "dq"),
                number(jwk, "qi"));
        try {
            return new RsaSigningKey(algorithm, (RSAPrivateKey) factory().generatePrivate(spec));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw MalformedKeyException.malformed("the members are no RSA key of a size that is taken");
        }
    }

    /** The secret {@code k} of a JWK of type {@code oct}; refuses an {@code alg} other than {@code HS256}. */
    public static HmacKey secret(JsonNode jwk) throws MalformedKeyException {
        check(jwk, "oct", PeerAlgorithm.HMAC_SHA256);
        try {
            return new HmacKey(bytes(jwk, "k"));
        } catch (IllegalArgumentException e) {
            throw MalformedKeyException.malformed("k is too short");
        }
    }

    private static KeyFactory factory() throws GeneralSecurityException {
        return KeyFactory.getInstance("RSA");
    }

    private static void check(JsonNode jwk, String type, PeerAlgorithm algorithm) throws MalformedKeyException {
        if (!jwk.path("kty").asString("").equals(type)) {
            throw new MalformedKeyException(MalformedKeyException.Fault.UNSUPPORTED, "the key is not of type " + type);
        }
        if (jwk.has("alg") && !jwk.path("alg").asString("").equals(JOSE_NAMES.get(algorithm))) {
            throw MalformedKeyException.malformed("alg is not " + JOSE_NAMES.get(algorithm));
        }
    }

    private static BigInteger number(JsonNode jwk, String member) throws MalformedKeyException {
        return new BigInteger(1, bytes(jwk, member));
    }

    /** Canonical base64url without padding (B71). */
    private static byte[] bytes(JsonNode jwk, String member) throws MalformedKeyException {
        String text = jwk.path(member).asString("");
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(text);
            if (bytes.length > 0 && PublicJwk.encode(bytes).equals(text)) {
                return bytes;
            }
        } catch (IllegalArgumentException e) {
            // not base64url at all: refused below
        }
        throw MalformedKeyException.malformed(member + " is missing or not base64url");
    }
}
