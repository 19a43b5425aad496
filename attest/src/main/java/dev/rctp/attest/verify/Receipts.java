package dev.rctp.attest.verify;

import dev.rctp.attest.verify.RecordReport.Completeness;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Receipts and signed heads that a sound chain is held to: nothing else shows that its end was cut off (B88).
 *
 * @param receipts as answers had them
 * @param heads those that a log gave, which are receipts too
 */
record Receipts(List<JsonNode> receipts, List<JsonNode> heads) {

    /** Those that the file brings say nothing for it, but what they say against it counts. */
    static Completeness judge(Receipts readers, Receipts files, ChainWalk walk) {
        try {
            readers.hold(walk);
            files.hold(walk);
        } catch (Fault e) {
            return new Completeness.Incomplete(e.sentence());
        }
        if (!readers.isEmpty()) {
            return new Completeness.Complete(readers.upTo(), readers.receipts.size(), readers.heads.size());
        }
        return files.isEmpty()
                ? new Completeness.NotJudged()
                : new Completeness.FilesOwn(files.receipts.size(), files.heads.size());
    }

    /** With further heads. */
    Receipts and(List<JsonNode> more) {
        List<JsonNode> all = new ArrayList<>(heads);
        all.addAll(more);
        return new Receipts(receipts, all);
    }

    private boolean isEmpty() {
        return receipts.isEmpty() && heads.isEmpty();
    }

    private long upTo() {
        return Stream.concat(receipts.stream(), heads.stream())
                .mapToLong(receipt -> receipt.path("seq").longValue())
                .max()
                .orElse(0);
    }

    private void hold(ChainWalk walk) throws Fault {
        for (JsonNode receipt : receipts) {
            hold("receipt", receipt, walk);
        }
        for (JsonNode head : heads) {
            hold("signed head", head, walk);
        }
    }

    private static void hold(String what, JsonNode receipt, ChainWalk walk) throws Fault {
        JsonNode seq = receipt.path("seq");
        Fault.unless(
                seq.isIntegralNumber() && seq.canConvertToLong() && seq.longValue() >= 1,
                "a " + what + " without a number");
        Fault.unless(receipt.path("subject").equals(walk.subject()), "a " + what + " of another chain");
        String entry = "entry " + seq.longValue();
        Fault.unless(seq.longValue() >= walk.firstSeq(), entry + " of a " + what + " stands before the first one here");
        String hash = walk.hashOf(seq.longValue());
        if (hash == null) {
            throw new Fault(entry + " of a " + what + " is missing");
        }
        Fault.unless(receipt.path("hash").asString("").equals(hash), entry + " is not the one of its " + what);
    }
}
