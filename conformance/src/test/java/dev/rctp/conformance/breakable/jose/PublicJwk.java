package dev.rctp.conformance.breakable.jose;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.OctetKeyPair;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A public key that can verify: P-256, P-384 or Ed25519.
 *
 * @param jwk as published
 * @param algorithm the one that belongs to the key, as JOSE names it: ES256, ES384 or EdDSA
 * @param thumbprint RFC 7638
 * @param key for the JDK
 */
public record PublicJwk(JsonNode jwk, String algorithm, String thumbprint, PublicKey key) {

    /** The key of a JWK; empty for one of a type that isn't known, or whose point isn't on its curve. */
    public static Optional<PublicJwk> of(JsonNode jwk) {
        try {
            JWK parsed = JWK.parse(jwk.toString());
            Optional<String> algorithm = algorithm(parsed);
            if (algorithm.isEmpty()) {
                return Optional.empty();
            }
            PublicKey key = parsed instanceof ECKey ec ? ec.toECPublicKey() : ed25519((OctetKeyPair) parsed);
            return Optional.of(new PublicJwk(
                    jwk, algorithm.get(), parsed.computeThumbprint().toString(), key));
        } catch (ParseException | JOSEException | GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Optional<String> algorithm(JWK jwk) {
        return switch (jwk) {
            case ECKey ec when "P-256".equals(ec.getCurve().getName()) -> Optional.of("ES256");
            case ECKey ec when "P-384".equals(ec.getCurve().getName()) -> Optional.of("ES384");
            case OctetKeyPair okp when "Ed25519".equals(okp.getCurve().getName()) -> Optional.of("EdDSA");
            default -> Optional.empty();
        };
    }

    private static PublicKey ed25519(OctetKeyPair pair) throws GeneralSecurityException {
        byte[] little = pair.getDecodedX();
        if (little.length != 32) {
            throw new GeneralSecurityException("no Ed25519 point");
        }
        byte[] big = new byte[32];
        for (int i = 0; i < 32; i++) {
            big[i] = little[31 - i];
        }
        boolean odd = (big[0] & 0x80) != 0;
        big[0] &= 0x7f;
        EdECPoint point = new EdECPoint(odd, new BigInteger(1, big));
        return KeyFactory.getInstance("Ed25519")
                .generatePublic(new EdECPublicKeySpec(NamedParameterSpec.ED25519, point));
    }

    /** Whether {@code signature} (r and s in fixed width for ECDSA) is this key's over {@code input}. */
    public boolean verifies(byte[] input, byte[] signature) {
        int width = switch (algorithm) {
            case "ES384" -> 96;
            default -> 64;
        };
        return signature.length == width && !zero(signature) && verifies(jcaName("inP1363Format"), input, signature);
    }

    /** Whether {@code signature} in DER is this key's over {@code input}; for ECDSA only. */
    public boolean verifiesDer(byte[] input, byte[] signature) {
        return !algorithm.equals("EdDSA") && verifies(jcaName(""), input, signature);
    }

    private String jcaName(String format) {
        return switch (algorithm) {
            case "ES256" -> "SHA256withECDSA" + format;
            case "ES384" -> "SHA384withECDSA" + format;
            default -> "Ed25519";
        };
    }

    private boolean verifies(String jcaName, byte[] input, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(jcaName);
            verifier.initVerify(key);
            verifier.update(input);
            return verifier.verify(signature);
        } catch (GeneralSecurityException malformed) {
            return false;
        }
    }

    private static boolean zero(byte[] signature) {
        return Arrays.equals(signature, new byte[signature.length]);
    }
}
