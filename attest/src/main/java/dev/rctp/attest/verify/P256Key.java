package dev.rctp.attest.verify;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * A P-256 public key out of a JWK (RFC 7517), which verifies ES256 and nothing else (B70).
 *
 * @param keyId its RFC 7638 thumbprint
 */
record P256Key(String keyId, PublicKey key) {

    private static final int WIDTH = Curve.P256.width();

    /** The key; the {@code kid} must be the thumbprint (OPR-3), and private members or foreign ones are faults. */
    static P256Key of(JsonNode jwk) throws Fault {
        String thumbprint = SigningJwk.thumbprint(jwk, "ES256", List.of("crv", "kty", "x", "y"));
        Fault.unless(
                SigningJwk.is(jwk, "kty", "EC") && SigningJwk.is(jwk, "crv", "P-256"), "a key that is not for ES256");
        return new P256Key(thumbprint, Curve.P256.point(jwk));
    }

    /** Whether this is the key's signature of the data, 64 bytes r‖s with both in 1 to n−1 (B67, B73). */
    boolean verifies(byte[] data, byte[] signature) {
        if (signature.length != 2 * WIDTH || !inRange(signature, 0) || !inRange(signature, WIDTH)) {
            return false;
        }
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
            verifier.initVerify(key);
            verifier.update(data);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static boolean inRange(byte[] signature, int from) {
        BigInteger value = new BigInteger(1, Arrays.copyOfRange(signature, from, from + WIDTH));
        return value.signum() > 0 && value.compareTo(Curve.P256.order()) < 0;
    }
}
