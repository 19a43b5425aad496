package dev.rctp.conformance.breakable.domain.log;

import dev.rctp.registries.Sha256;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A Merkle tree over hashed leaves (RFC 6962 2.1). */
final class Tree {

    private Tree() {}

    static byte[] leaf(byte[] data) {
        return Sha256.bytes(
                ByteBuffer.allocate(data.length + 1).put((byte) 0).put(data).array());
    }

    /** MTH. */
    static byte[] root(List<byte[]> leaves) {
        if (leaves.isEmpty()) {
            return Sha256.bytes(new byte[0]);
        }
        if (leaves.size() == 1) {
            return leaves.getFirst();
        }
        int k = split(leaves.size());
        return node(root(leaves.subList(0, k)), root(leaves.subList(k, leaves.size())));
    }

    /** PATH: from the leaf up. */
    static List<byte[]> path(int index, List<byte[]> leaves) {
        List<byte[]> path = new ArrayList<>();
        if (leaves.size() > 1) {
            int k = split(leaves.size());
            List<byte[]> left = leaves.subList(0, k);
            List<byte[]> right = leaves.subList(k, leaves.size());
            path.addAll(index < k ? path(index, left) : path(index - k, right));
            path.add(root(index < k ? right : left));
        }
        return path;
    }

    /** PROOF: that these leaves begin with the first of them. */
    static List<byte[]> consistency(int first, List<byte[]> leaves) {
        return first == leaves.size() ? List.of() : part(first, leaves, true);
    }

    private static List<byte[]> part(int first, List<byte[]> leaves, boolean whole) {
        List<byte[]> proof = new ArrayList<>();
        if (first == leaves.size()) {
            if (!whole) {
                proof.add(root(leaves));
            }
            return proof;
        }
        int k = split(leaves.size());
        List<byte[]> left = leaves.subList(0, k);
        List<byte[]> right = leaves.subList(k, leaves.size());
        if (first <= k) {
            proof.addAll(part(first, left, whole));
            proof.add(root(right));
        } else {
            proof.addAll(part(first - k, right, false));
            proof.add(root(left));
        }
        return proof;
    }

    private static int split(int size) {
        return Integer.highestOneBit(size - 1);
    }

    private static byte[] node(byte[] left, byte[] right) {
        return Sha256.bytes(
                ByteBuffer.allocate(65).put((byte) 1).put(left).put(right).array());
    }
}
