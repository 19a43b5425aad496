package dev.rctp.attest.log;

import dev.rctp.attest.Receipt;
import java.util.List;

/**
 * The proof that a chain's head stands in the log.
 *
 * @param head the last one that the log has of the chain
 * @param index the leaf's number, from 0
 * @param path the hashes from the leaf to the root (RFC 9162 2.1.3)
 * @param note the signed checkpoint of the tree that it is a proof of
 */
public record HeadProof(Receipt head, long index, List<byte[]> path, String note) {

    /** Keeps its own copy of the list. */
    public HeadProof {
        path = List.copyOf(path);
    }

    /** Whether this key signed the checkpoint, and the checkpoint's tree has the head as its leaf of this number. */
    public boolean holds(LogKey key) {
        return key.open(note)
                .filter(tree -> MerkleProof.includes(HeadLeaf.hash(head), index, tree.size(), tree.root(), path))
                .isPresent();
    }
}
