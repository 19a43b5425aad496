package dev.rctp.approval.passkey;

import java.math.BigInteger;

/** Which 32 bytes are points of Ed25519 (RFC 8032 section 5.1.3) that a key may be. */
final class Ed25519Curve {

    private static final BigInteger P = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
    private static final BigInteger D = BigInteger.valueOf(-121665)
            .multiply(BigInteger.valueOf(121666).modInverse(P))
            .mod(P);

    private Ed25519Curve() {}

    /** Not so for an encoding that is not the shortest, for no point, and for one of small order, under which much verifies. */
    static boolean has(byte[] encoded) {
        BigInteger y = y(encoded);
        if (y.compareTo(P) >= 0) {
            return false;
        }
        BigInteger yy = y.modPow(BigInteger.TWO, P);
        BigInteger xx = yy.subtract(BigInteger.ONE)
                .multiply(D.multiply(yy).add(BigInteger.ONE).modInverse(P))
                .mod(P);
        return isSquare(xx) && !isOfSmallOrder(xx, yy);
    }

    /** Little-endian, without the bit that is the sign of x. */
    private static BigInteger y(byte[] encoded) {
        byte[] reversed = new byte[encoded.length];
        for (int i = 0; i < encoded.length; i++) {
            reversed[i] = encoded[encoded.length - 1 - i];
        }
        reversed[0] &= 0x7f;
        return new BigInteger(1, reversed);
    }

    private static boolean isSquare(BigInteger xx) {
        BigInteger half = P.subtract(BigInteger.ONE).shiftRight(1);
        return xx.signum() == 0 || xx.modPow(half, P).equals(BigInteger.ONE);
    }

    /** x = 0: order 1 or 2; y = 0: order 4; x² = −y²: its double has y = 0, so order 8. */
    private static boolean isOfSmallOrder(BigInteger xx, BigInteger yy) {
        return xx.signum() == 0 || yy.signum() == 0 || xx.add(yy).equals(P);
    }
}
