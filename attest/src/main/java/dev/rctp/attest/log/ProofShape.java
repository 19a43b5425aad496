package dev.rctp.attest.log;

import dev.rctp.attest.log.Subtree.Range;
import java.util.ArrayList;
import java.util.List;

/** Of which ranges of leaves a proof gives the hashes, those nearest to the leaves first. */
final class ProofShape {

    private ProofShape() {}

    /** The inclusion proof of leaf {@code index} in the tree of {@code size} leaves (RFC 9162 2.1.3.1). */
    static List<Range> inclusion(long index, long size) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException("no leaf of the tree");
        }
        List<Range> path = new ArrayList<>();
        long from = 0;
        long to = size;
        while (to - from > 1) {
            long split = from + half(to - from);
            if (index < split) {
                path.add(new Range(split, to));
                to = split;
            } else {
                path.add(new Range(from, split));
                from = split;
            }
        }
        return path.reversed();
    }

    /** The proof that the tree of {@code newer} leaves begins with that of {@code older} (RFC 9162 2.1.4.1). */
    static List<Range> consistency(long older, long newer) {
        if (older < 1 || older > newer) {
            throw new IllegalArgumentException("no earlier tree");
        }
        List<Range> path = new ArrayList<>();
        long from = 0;
        long to = newer;
        while (to != older) {
            long split = from + half(to - from);
            if (older <= split) {
                path.add(new Range(split, to));
                to = split;
            } else {
                path.add(new Range(from, split));
                from = split;
            }
        }
        if (from > 0) {
            path.add(new Range(from, to)); // otherwise it is the older tree itself, whose root is known
        }
        return path.reversed();
    }

    /** The largest power of two below the number. */
    private static long half(long leaves) {
        return Long.highestOneBit(leaves - 1);
    }
}
