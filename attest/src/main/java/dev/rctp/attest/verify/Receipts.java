package dev.rctp.attest.verify;

import dev.rctp.attest.verify.RecordReport.Completeness;
import tools.jackson.databind.JsonNode;

/** Holds a sound chain to the receipts its reader kept: nothing else shows that its end was cut off (B88). */
final class Receipts {

    private Receipts() {}

    static Completeness judge(JsonNode receipts, ChainWalk walk) {
        for (JsonNode receipt : receipts) {
            try {
                judgeOne(receipt, walk);
            } catch (Fault e) {
                return new Completeness.Incomplete(e.sentence());
            }
        }
        return receipts.isEmpty() ? new Completeness.NotJudged() : new Completeness.Complete(receipts.size());
    }

    private static void judgeOne(JsonNode receipt, ChainWalk walk) throws Fault {
        JsonNode seq = receipt.path("seq");
        Fault.unless(
                seq.isIntegralNumber() && seq.canConvertToLong() && seq.longValue() >= 1, "a receipt without a number");
        Fault.unless(receipt.path("subject").equals(walk.subject()), "a receipt of another chain");
        Fault.unless(
                seq.longValue() >= walk.firstSeq(),
                "entry " + seq.longValue() + " of a receipt stands before the first one here");
        String hash = walk.hashOf(seq.longValue());
        if (hash == null) {
            throw new Fault("entry " + seq.longValue() + " of a receipt is missing");
        }
        Fault.unless(
                receipt.path("hash").asString("").equals(hash),
                "entry " + seq.longValue() + " is not the one of its receipt");
    }
}
