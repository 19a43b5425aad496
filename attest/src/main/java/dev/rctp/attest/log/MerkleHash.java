package dev.rctp.attest.log;

import dev.rctp.registries.Sha256;
import java.nio.ByteBuffer;

/** The hashes of a Merkle tree (RFC 9162 2.1.1): SHA-256, with a prefix that tells leaves from nodes. */
public final class MerkleHash {

    /** The length of a hash in bytes. */
    public static final int LENGTH = 32;

    private static final byte LEAF = 0;
    private static final byte NODE = 1;

    private MerkleHash() {}

    /** The hash of a leaf with this content. */
    public static byte[] leaf(byte[] content) {
        return Sha256.bytes(
                ByteBuffer.allocate(1 + content.length).put(LEAF).put(content).array());
    }

    /** The hash of the node over two subtrees. */
    public static byte[] node(byte[] left, byte[] right) {
        return Sha256.bytes(ByteBuffer.allocate(1 + left.length + right.length)
                .put(NODE)
                .put(left)
                .put(right)
                .array());
    }

    /** The root of a tree without leaves. */
    public static byte[] ofNothing() {
        return Sha256.bytes(new byte[0]);
    }
}
