package dev.rctp.approval.passkey;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.EllipticCurve;

/** Which pairs of coordinates are points of P-256 (FIPS 186-5). */
final class P256Curve {

    static final ECParameterSpec PARAMETERS = parameters();

    private P256Curve() {}

    static boolean has(BigInteger x, BigInteger y) {
        EllipticCurve curve = PARAMETERS.getCurve();
        BigInteger p = ((ECFieldFp) curve.getField()).getP();
        BigInteger right =
                x.pow(3).add(curve.getA().multiply(x)).add(curve.getB()).mod(p);
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.modPow(BigInteger.TWO, p).equals(right);
    }

    private static ECParameterSpec parameters() {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has P-256", e);
        }
    }
}
