package dev.rctp.conformance.breakable.domain.approval;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Base64;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** One passkey of a seller: ES256 alone (APR-3). */
public final class Passkey {

    private final String credentialId;
    private final PublicKey key;
    private long counter;

    /** A key that was enrolled or imported, with its counter. */
    public Passkey(String credentialId, PublicKey key, long counter) {
        this.credentialId = credentialId;
        this.key = key;
        this.counter = counter;
    }

    /** The credential id in base64url. */
    public String credentialId() {
        return credentialId;
    }

    /** The last signature counter. */
    public long counter() {
        return counter;
    }

    void counted(long newCounter) {
        this.counter = newCounter;
    }

    /** Whether the signature (DER, as WebAuthn has it) is this passkey's over the bytes. */
    boolean signed(byte[] signature, byte[] data) {
        try {
            Signature verifier = Signature.getInstance("SHA256withECDSA");
            verifier.initVerify(key);
            verifier.update(data);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The key of a COSE map: kty EC2, alg ES256, crv P-256 (RFC 9053); throws for any other. */
    static PublicKey cose(Map<?, ?> cose) {
        boolean es256 = Long.valueOf(2).equals(cose.get(1L))
                && Long.valueOf(-7).equals(cose.get(3L))
                && Long.valueOf(1).equals(cose.get(-1L));
        if (es256
                && cose.get(-2L) instanceof byte[] x
                && cose.get(-3L) instanceof byte[] y
                && x.length == 32
                && y.length == 32) {
            return point(x, y);
        }
        throw new IllegalArgumentException("not a key for ES256");
    }

    /** The key of a JWK of P-256 (MGT-1). */
    public static PublicKey jwk(JsonNode jwk) {
        if (!jwk.path("kty").asString("").equals("EC")
                || !jwk.path("crv").asString("").equals("P-256")) {
            throw new IllegalArgumentException("not a key for ES256");
        }
        Base64.Decoder decoder = Base64.getUrlDecoder();
        return point(
                decoder.decode(jwk.path("x").asString("")),
                decoder.decode(jwk.path("y").asString("")));
    }

    private static PublicKey point(byte[] x, byte[] y) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
            ECPoint point = new ECPoint(new BigInteger(1, x), new BigInteger(1, y));
            PublicKey key = KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, curve));
            if (key instanceof ECPublicKey ec && onCurve(ec)) {
                return key;
            }
            throw new IllegalArgumentException("not a point of P-256");
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("not a point of P-256", e);
        }
    }

    private static boolean onCurve(ECPublicKey key) {
        BigInteger p = ((ECFieldFp) key.getParams().getCurve().getField()).getP();
        BigInteger x = key.getW().getAffineX();
        BigInteger y = key.getW().getAffineY();
        BigInteger right = x.pow(3)
                .add(key.getParams().getCurve().getA().multiply(x))
                .add(key.getParams().getCurve().getB());
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.multiply(y).subtract(right).mod(p).signum() == 0;
    }
}
