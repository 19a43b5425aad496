package dev.rctp.attest.verify;

import dev.rctp.attest.verify.RecordReport.Completeness;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Holds a sound chain to the receipts its reader kept, and to signed heads: nothing else shows that its end was cut off (B88). */
final class Receipts {

    private Receipts() {}

    /** The heads are receipts, too, which the log gave. */
    static Completeness judge(JsonNode receipts, List<JsonNode> heads, ChainWalk walk) {
        try {
            for (JsonNode receipt : receipts) {
                judgeOne("receipt", receipt, walk);
            }
            for (JsonNode head : heads) {
                judgeOne("signed head", head, walk);
            }
        } catch (Fault e) {
            return new Completeness.Incomplete(e.sentence());
        }
        return receipts.isEmpty() && heads.isEmpty()
                ? new Completeness.NotJudged()
                : new Completeness.Complete(receipts.size(), heads.size());
    }

    private static void judgeOne(String what, JsonNode receipt, ChainWalk walk) throws Fault {
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
