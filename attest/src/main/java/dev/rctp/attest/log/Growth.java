package dev.rctp.attest.log;

import dev.rctp.attest.log.Subtree.Range;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A tree that leaves are appended to: knows its right edge, and remembers which complete subtrees came to be. */
final class Growth {

    private final List<Subtree> edge;
    private final Map<Subtree, byte[]> hashes;
    private final Map<Subtree, byte[]> made = new LinkedHashMap<>();
    private long size;

    /** Begins with a tree of this size, whose edge has these hashes. */
    Growth(long size, Map<Subtree, byte[]> edge) {
        this.size = size;
        this.edge = new ArrayList<>(new Range(0, size).cover());
        this.hashes = new LinkedHashMap<>(edge);
    }

    void append(byte[] leaf) {
        push(new Subtree(0, size), leaf);
        size++;
        while (edge.size() > 1
                && edge.getLast().level() == edge.get(edge.size() - 2).level()) {
            Subtree right = edge.removeLast();
            Subtree left = edge.removeLast();
            push(new Subtree(left.level() + 1, left.place() >> 1), MerkleHash.node(hash(left), hash(right)));
        }
    }

    private void push(Subtree subtree, byte[] hash) {
        edge.addLast(subtree);
        hashes.put(subtree, hash);
        made.put(subtree, hash);
    }

    private byte[] hash(Subtree subtree) {
        return Objects.requireNonNull(hashes.get(subtree));
    }

    long size() {
        return size;
    }

    byte[] root() {
        return new Range(0, size).hash(hashes);
    }

    /** The subtrees that were completed. */
    Map<Subtree, byte[]> made() {
        return made;
    }
}
