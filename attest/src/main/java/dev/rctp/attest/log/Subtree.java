package dev.rctp.attest.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A complete subtree, whose hash never changes once its leaves are there.
 *
 * @param level it has 2^level leaves
 * @param place how many subtrees of this level stand left of it
 */
record Subtree(int level, long place) {

    /**
     * Leaves {@code from} to {@code to}, without {@code to}, of a tree: what RFC 9162 2.1 writes as D[from:to].
     *
     * @param from a multiple of the smallest power of two that is not below the number of leaves
     */
    record Range(long from, long to) {

        /** The complete subtrees it consists of, the largest first: at most one of each size. */
        List<Subtree> cover() {
            List<Subtree> cover = new ArrayList<>();
            long start = from;
            while (start < to) {
                int level = Long.SIZE - 1 - Long.numberOfLeadingZeros(to - start);
                cover.add(new Subtree(level, start >> level));
                start += 1L << level;
            }
            return cover;
        }

        /** Its hash, by those of its complete subtrees. */
        byte[] hash(Map<Subtree, byte[]> known) {
            List<Subtree> cover = cover();
            if (cover.isEmpty()) {
                return MerkleHash.ofNothing();
            }
            byte[] hash = Objects.requireNonNull(known.get(cover.getLast()));
            for (Subtree left : cover.reversed().subList(1, cover.size())) {
                hash = MerkleHash.node(Objects.requireNonNull(known.get(left)), hash);
            }
            return hash;
        }
    }
}
