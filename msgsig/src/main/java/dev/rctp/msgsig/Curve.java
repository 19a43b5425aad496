package dev.rctp.msgsig;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.util.Arrays;

/** The prime curves of SIG-1 (FIPS 186-5) and what is in range on them. */
final class Curve {

    static final Curve P256 = new Curve("secp256r1", 32);
    static final Curve P384 = new Curve("secp384r1", 48);

    private final int size;
    private final ECParameterSpec spec;
    private final byte[] order;

    private Curve(String name, int size) {
        this.size = size;
        this.spec = spec(name);
        this.order = fixedWidth(spec.getOrder(), size);
    }

    private static ECParameterSpec spec(String name) {
        try {
            AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec(name));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks " + name, e);
        }
    }

    /** Bytes of a coordinate, and of r and s each. */
    int size() {
        return size;
    }

    ECParameterSpec spec() {
        return spec;
    }

    /** Whether it is a point of the curve, with both coordinates reduced; the point at infinity has none. */
    boolean contains(ECPoint point) {
        BigInteger p = ((ECFieldFp) spec.getCurve().getField()).getP();
        BigInteger x = point.getAffineX();
        BigInteger y = point.getAffineY();
        BigInteger right = x.multiply(x)
                .add(spec.getCurve().getA())
                .multiply(x)
                .add(spec.getCurve().getB());
        return x.compareTo(p) < 0
                && y.compareTo(p) < 0
                && y.multiply(y).subtract(right).mod(p).signum() == 0;
    }

    /** Whether it is r and s in fixed width, each from 1 to n-1 (FIPS 186-5 6.4.2; B67, B73): never so for DER of another length. */
    boolean inRange(byte[] signature) {
        return signature.length == 2 * size && scalarInRange(signature, 0) && scalarInRange(signature, size);
    }

    /** Whether the scalar of {@link #size} bytes at the offset is from 1 to n-1. */
    boolean scalarInRange(byte[] bytes, int offset) {
        boolean zero = true;
        for (int i = offset; i < offset + size; i++) {
            zero &= bytes[i] == 0;
        }
        return !zero && Arrays.compareUnsigned(bytes, offset, offset + size, order, 0, size) < 0;
    }

    /** The number as exactly that many bytes, most significant first; it must fit. */
    static byte[] fixedWidth(BigInteger number, int size) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[size];
        int length = Math.min(bytes.length, size);
        System.arraycopy(bytes, bytes.length - length, fixed, size - length, length);
        return fixed;
    }
}
