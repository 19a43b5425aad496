package dev.rctp.conformance.s09record;

import dev.rctp.registries.Sha256;
import java.util.Arrays;
import java.util.List;

/** Roots that a proof leads to (RFC 9162 2.1.3.2, 2.1.4.2). */
final class MerkleTree {

    private MerkleTree() {}

    static byte[] leaf(byte[] data) {
        return hash((byte) 0, data, new byte[0]);
    }

    private static byte[] node(byte[] left, byte[] right) {
        return hash((byte) 1, left, right);
    }

    private static byte[] hash(byte kind, byte[] first, byte[] second) {
        byte[] all = new byte[1 + first.length + second.length];
        all[0] = kind;
        System.arraycopy(first, 0, all, 1, first.length);
        System.arraycopy(second, 0, all, 1 + first.length, second.length);
        return Sha256.bytes(all);
    }

    /** Whether the proof leads from the leaf at the index to the root of a tree of this size. */
    static boolean includes(byte[] leaf, long index, long size, List<byte[]> proof, byte[] root) {
        if (index < 0 || index >= size) {
            return false;
        }
        long at = index;
        long last = size - 1;
        byte[] reached = leaf;
        for (byte[] sibling : proof) {
            if (last == 0) {
                return false;
            }
            if (at % 2 == 1 || at == last) {
                reached = node(sibling, reached);
                while (at % 2 == 0 && at != 0) {
                    at >>= 1;
                    last >>= 1;
                }
            } else {
                reached = node(reached, sibling);
            }
            at >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(reached, root);
    }

    /** Whether the proof shows that the tree of the second size begins with that of the first. */
    static boolean extended(long first, byte[] firstRoot, long second, byte[] secondRoot, List<byte[]> proof) {
        if (first == second) {
            return proof.isEmpty() && Arrays.equals(firstRoot, secondRoot);
        }
        if (proof.isEmpty() && Long.bitCount(first) != 1) {
            return false;
        }
        boolean whole = Long.bitCount(first) == 1;
        long at = first - 1;
        long last = second - 1;
        while (at % 2 == 1) {
            at >>= 1;
            last >>= 1;
        }
        byte[] older = whole ? firstRoot : proof.getFirst();
        byte[] newer = older;
        for (byte[] sibling : whole ? proof : proof.subList(1, proof.size())) {
            if (last == 0) {
                return false;
            }
            if (at % 2 == 1 || at == last) {
                older = node(sibling, older);
                newer = node(sibling, newer);
                while (at % 2 == 0 && at != 0) {
                    at >>= 1;
                    last >>= 1;
                }
            } else {
                newer = node(newer, sibling);
            }
            at >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(older, firstRoot) && Arrays.equals(newer, secondRoot);
    }
}
