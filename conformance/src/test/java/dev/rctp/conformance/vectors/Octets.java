package dev.rctp.conformance.vectors;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Signatures as octets, the wrong ones too. */
final class Octets {

    private static final BigInteger P256_ORDER =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    private Octets() {}

    static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    /** The number in big-endian order, filled up with zeros. */
    static byte[] fixed(BigInteger number, int width) {
        byte[] octets = new byte[width];
        byte[] shortest = number.toByteArray();
        int length = Math.min(shortest.length, width);
        System.arraycopy(shortest, shortest.length - length, octets, width - length, length);
        return octets;
    }

    /** r and s as ASN.1 has them (B73). */
    static byte[] der(byte[] halves) {
        int width = halves.length / 2;
        byte[] r = new BigInteger(1, Arrays.copyOf(halves, width)).toByteArray();
        byte[] s = new BigInteger(1, Arrays.copyOfRange(halves, width, halves.length)).toByteArray();
        return ByteBuffer.allocate(r.length + s.length + 6)
                .put((byte) 0x30)
                .put((byte) (r.length + s.length + 4))
                .put((byte) 2)
                .put((byte) r.length)
                .put(r)
                .put((byte) 2)
                .put((byte) s.length)
                .put(s)
                .array();
    }

    /** r = s = 0 (B67). */
    static byte[] zeros(byte[] signature) {
        return new byte[signature.length];
    }

    /** r and s are the order of P-256 (B67). */
    static byte[] orders(byte[] signature) {
        byte[] order = fixed(P256_ORDER, signature.length / 2);
        return join(order, order);
    }

    /** r = s = 1: in range and wrong. */
    static byte[] ones(byte[] signature) {
        byte[] one = fixed(BigInteger.ONE, signature.length / 2);
        return join(one, one);
    }

    /** s before r. */
    static byte[] swapped(byte[] signature) {
        int width = signature.length / 2;
        return join(Arrays.copyOfRange(signature, width, signature.length), Arrays.copyOf(signature, width));
    }

    /** One bit differs. */
    static byte[] flipped(byte[] signature) {
        byte[] other = signature.clone();
        int last = other.length - 1;
        other[last] = (byte) (other[last] ^ 1);
        return other;
    }

    /** One octet is missing. */
    static byte[] cut(byte[] signature) {
        return Arrays.copyOf(signature, signature.length - 1);
    }
}
