package dev.rctp.attest.deal;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Map;

/** The one form that a signature of an algorithm has (RFC 7518 3.4, RFC 8037 3.1), judged before any library sees it. */
final class SignatureForm {

    /** The orders of P-256 and P-384 (FIPS 186-5). */
    private static final Map<String, BigInteger> ORDERS = Map.of(
            "ES256", new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16),
            "ES384",
                    new BigInteger(
                            "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973",
                            16));

    private static final int ED25519 = 64;

    private SignatureForm() {}

    /** Whether it is r‖s of the curve's width with both in 1 to n−1, never DER (B67, B73); for EdDSA, whether it is 64 octets. */
    static boolean fits(String algorithm, byte[] signature) {
        BigInteger order = ORDERS.get(algorithm);
        if (order == null) {
            return algorithm.equals("EdDSA") && signature.length == ED25519;
        }
        int width = order.bitLength() / Byte.SIZE;
        return signature.length == 2 * width
                && inRange(Arrays.copyOf(signature, width), order)
                && inRange(Arrays.copyOfRange(signature, width, 2 * width), order);
    }

    private static boolean inRange(byte[] part, BigInteger order) {
        BigInteger value = new BigInteger(1, part);
        return value.signum() > 0 && value.compareTo(order) < 0;
    }
}
