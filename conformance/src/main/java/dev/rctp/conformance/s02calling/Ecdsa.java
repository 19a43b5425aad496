package dev.rctp.conformance.s02calling;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.impl.ECDSA;
import java.math.BigInteger;
import java.util.Arrays;

/** What can be done to the octets of an ES256 signature (RFC 9421 3.3.4). */
final class Ecdsa {

    /** The order of P-256 (FIPS 186-5). */
    static final BigInteger ORDER =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    private static final int HALF = 32;

    private Ecdsa() {}

    /** The same numbers in DER. */
    static byte[] der(byte[] signature) {
        try {
            return ECDSA.transcodeSignatureToDER(signature);
        } catch (JOSEException e) {
            throw new IllegalStateException("the runner's own signature has no form", e);
        }
    }

    /** With its last bit turned. */
    static byte[] bitFlipped(byte[] signature) {
        byte[] changed = signature.clone();
        changed[changed.length - 1] ^= 1;
        return changed;
    }

    /** The same numbers in halves of this width. */
    static byte[] widened(byte[] signature, int width) {
        byte[] wide = new byte[2 * width];
        System.arraycopy(signature, 0, wide, width - HALF, HALF);
        System.arraycopy(signature, HALF, wide, 2 * width - HALF, HALF);
        return wide;
    }

    /** These numbers in halves of 32 octets. */
    static byte[] of(BigInteger r, BigInteger s) {
        byte[] octets = new byte[2 * HALF];
        System.arraycopy(fixed(r), 0, octets, 0, HALF);
        System.arraycopy(fixed(s), 0, octets, HALF, HALF);
        return octets;
    }

    /** The first half, r. */
    static BigInteger r(byte[] signature) {
        return new BigInteger(1, Arrays.copyOfRange(signature, 0, HALF));
    }

    /** The second half, s. */
    static BigInteger s(byte[] signature) {
        return new BigInteger(1, Arrays.copyOfRange(signature, HALF, 2 * HALF));
    }

    private static byte[] fixed(BigInteger number) {
        byte[] octets = number.toByteArray();
        byte[] half = new byte[HALF];
        int length = Math.min(octets.length, HALF);
        System.arraycopy(octets, octets.length - length, half, HALF - length, length);
        return half;
    }
}
