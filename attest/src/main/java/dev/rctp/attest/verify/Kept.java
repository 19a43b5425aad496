package dev.rctp.attest.verify;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the reader of a file has of their own: only that shows whether anything is missing from it, for whoever cuts a file makes its receipts and
 * its log fit (B88).
 *
 * @param keys JWKs of the gateway's profile, which count instead of those of the file; null for those of the file
 * @param receipts as the schema of receipts has them
 * @param heads as the schema of proofs has them
 * @param logKey the log's key, which counts instead of the file's; null for that of the file
 */
public record Kept(
        @Nullable JsonNode keys,
        List<JsonNode> receipts,
        List<JsonNode> heads,
        @Nullable String logKey) {

    /** For who has nothing but the file. */
    public static final Kept NOTHING = new Kept(null, List.of(), List.of(), null);

    /** Keeps its own copies of the lists. */
    public Kept {
        receipts = List.copyOf(receipts);
        heads = List.copyOf(heads);
    }

    /** What there is of this chain, by the subject of its entries. */
    Kept of(JsonNode subject) {
        return new Kept(
                keys,
                receipts.stream()
                        .filter(receipt -> receipt.path("subject").equals(subject))
                        .toList(),
                heads.stream().filter(head -> subject(head).equals(subject)).toList(),
                logKey);
    }

    /** The subject that a head is of. */
    static JsonNode subject(JsonNode head) {
        return head.path("head").path("subject");
    }
}
