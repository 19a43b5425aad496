package dev.rctp.attest.verify;

import java.util.List;
import java.util.Map;
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
 * @param profiles JWKs of the parties' profiles, by the URL of each; without one, whose an event's key is, is not judged
 */
public record Kept(
        @Nullable JsonNode keys,
        List<JsonNode> receipts,
        List<JsonNode> heads,
        @Nullable String logKey,
        Map<String, List<JsonNode>> profiles) {

    /** For who has nothing but the file. */
    public static final Kept NOTHING = new Kept(null, List.of(), List.of(), null, Map.of());

    /** Keeps its own copies of the lists. */
    public Kept {
        receipts = List.copyOf(receipts);
        heads = List.copyOf(heads);
        profiles = Map.copyOf(profiles);
    }

    /** For who has no party's profile. */
    public Kept(@Nullable JsonNode keys, List<JsonNode> receipts, List<JsonNode> heads, @Nullable String logKey) {
        this(keys, receipts, heads, logKey, Map.of());
    }

    /** What there is of this chain, by the subject of its entries. */
    public Kept of(JsonNode subject) {
        return new Kept(
                keys,
                receipts.stream()
                        .filter(receipt -> receipt.path("subject").equals(subject))
                        .toList(),
                heads.stream().filter(head -> subject(head).equals(subject)).toList(),
                logKey,
                profiles);
    }

    /** How many receipts and heads there are. */
    public int size() {
        return receipts.size() + heads.size();
    }

    /** The subject that a head is of. */
    static JsonNode subject(JsonNode head) {
        return head.path("head").path("subject");
    }
}
