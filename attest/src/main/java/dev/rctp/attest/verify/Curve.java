package dev.rctp.attest.verify;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.EllipticCurve;
import tools.jackson.databind.JsonNode;

/** A curve of ECDSA keys (RFC 7518 6.2.1.1); there are no others than these. */
final class Curve {

    static final Curve P256 = new Curve("P-256", "secp256r1", 32);
    static final Curve P384 = new Curve("P-384", "secp384r1", 48);

    private final String crv;
    private final int width;
    private final ECParameterSpec parameters;

    private Curve(String crv, String name, int width) {
        this.crv = crv;
        this.width = width;
        this.parameters = parameters(name);
    }

    /** How many bytes a coordinate, and each half of a signature, has. */
    int width() {
        return width;
    }

    /** How many points the signatures' arithmetic has: n. */
    BigInteger order() {
        return parameters.getOrder();
    }

    /** The key at the JWK's coordinates; not being a point of the curve is a fault (B58). */
    PublicKey point(JsonNode jwk) throws Fault {
        BigInteger x = coordinate(jwk, "x");
        BigInteger y = coordinate(jwk, "y");
        Fault.unless(onCurve(x, y), "a key that is no point of " + crv);
        try {
            return KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(new ECPoint(x, y), parameters));
        } catch (GeneralSecurityException e) {
            throw new Fault("a key that is no point of " + crv);
        }
    }

    private BigInteger coordinate(JsonNode jwk, String member) throws Fault {
        JsonNode node = jwk.path(member);
        Fault.unless(node.isString(), "a key without coordinates");
        byte[] bytes = Base64Url.decode(node.stringValue());
        Fault.unless(bytes.length == width, "a key whose coordinates are not " + width + " bytes");
        return new BigInteger(1, bytes);
    }

    private boolean onCurve(BigInteger x, BigInteger y) {
        EllipticCurve curve = parameters.getCurve();
        BigInteger p = ((ECFieldFp) curve.getField()).getP();
        BigInteger right =
                x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(p);
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.modPow(BigInteger.TWO, p).equals(right);
    }

    private static ECParameterSpec parameters(String name) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + name, e);
        }
    }
}
