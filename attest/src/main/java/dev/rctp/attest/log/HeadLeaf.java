package dev.rctp.attest.log;

import dev.rctp.attest.Receipt;
import java.nio.charset.StandardCharsets;

/** A leaf of the log: where a chain ended when it was looked at. */
public final class HeadLeaf {

    private HeadLeaf() {}

    /** What the leaf is the hash of: the canonical form (RFC 8785) of {@code {"hash", "seq", "subject"}}, none of whose characters needs escaping. */
    public static byte[] content(Receipt head) {
        String jcs = "{\"hash\":\"" + head.hash() + "\",\"seq\":" + head.seq() + ",\"subject\":{\"id\":\""
                + head.subject().id() + "\",\"type\":\"" + head.subject().type() + "\"}}";
        return jcs.getBytes(StandardCharsets.UTF_8);
    }

    /** The leaf's hash; it reveals no subject, for the head's hash covers a signature. */
    public static byte[] hash(Receipt head) {
        return MerkleHash.leaf(content(head));
    }
}
