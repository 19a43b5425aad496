package dev.rctp.attest.log;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** Judges proofs of a Merkle tree by nothing but hashes (RFC 9162 2.1.3.2 and 2.1.4.2). */
public final class MerkleProof {

    private MerkleProof() {}

    /**
     * Whether the tree of this size and root has this leaf.
     *
     * @param leaf the leaf's hash
     * @param index its number, from 0
     * @param path the proof's hashes
     */
    public static boolean includes(byte[] leaf, long index, long size, byte[] root, List<byte[]> path) {
        if (index < 0 || index >= size) {
            return false;
        }
        long place = index;
        long last = size - 1;
        byte[] hash = leaf;
        for (byte[] sibling : path) {
            if (last == 0) {
                return false;
            }
            if ((place & 1) == 1 || place == last) {
                hash = MerkleHash.node(sibling, hash);
                int up = Long.numberOfTrailingZeros(place); // not 0: then last were 0 too
                place >>= up;
                last >>= up;
            } else {
                hash = MerkleHash.node(hash, sibling);
            }
            place >>= 1;
            last >>= 1;
        }
        return last == 0 && Arrays.equals(hash, root);
    }

    /** Whether the newer tree begins with the older one. */
    public static boolean consistent(
            long olderSize, byte[] olderRoot, long newerSize, byte[] newerRoot, List<byte[]> path) {
        if (olderSize < 1 || olderSize > newerSize) {
            return false;
        }
        if (olderSize == newerSize) {
            return path.isEmpty() && Arrays.equals(olderRoot, newerRoot);
        }
        boolean complete = Long.bitCount(olderSize) == 1;
        if (path.isEmpty() && !complete) {
            return false;
        }
        Iterator<byte[]> hashes = path.iterator();
        byte[] start = complete ? olderRoot : hashes.next();
        return walk(new Edge(olderSize - 1, newerSize - 1), start, olderRoot, newerRoot, hashes);
    }

    private static boolean walk(Edge edge, byte[] start, byte[] olderRoot, byte[] newerRoot, Iterator<byte[]> hashes) {
        while ((edge.older & 1) == 1) {
            edge.up();
        }
        byte[] older = start;
        byte[] newer = start;
        while (hashes.hasNext()) {
            byte[] sibling = hashes.next();
            if (edge.newer == 0) {
                return false;
            }
            if ((edge.older & 1) == 1 || edge.older == edge.newer) {
                older = MerkleHash.node(sibling, older);
                newer = MerkleHash.node(sibling, newer);
                while ((edge.older & 1) == 0 && edge.older != 0) {
                    edge.up();
                }
            } else {
                newer = MerkleHash.node(newer, sibling);
            }
            edge.up();
        }
        return edge.newer == 0 && Arrays.equals(older, olderRoot) && Arrays.equals(newer, newerRoot);
    }

    /** The last leaves of both trees, and the nodes above them. */
    private static final class Edge {

        private long older;
        private long newer;

        Edge(long older, long newer) {
            this.older = older;
            this.newer = newer;
        }

        void up() {
            older >>= 1;
            newer >>= 1;
        }
    }
}
