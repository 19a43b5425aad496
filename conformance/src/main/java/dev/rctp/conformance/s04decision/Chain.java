package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.RecordPages;
import dev.rctp.msgsig.agent.Receipt;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** The chains that receipts name, as a party reads them (REC-4). */
public final class Chain {

    private Chain() {}

    /** The answer's receipt; where there is none, nothing of it can be judged. */
    public static Receipt receipt(Trial t, Answer answer) {
        return t.needed(answer.receipt(), "A receipt was needed: " + answer.inShort());
    }

    /** The entries that the call reads. */
    public static List<JsonNode> entries(Trial t, Call read) {
        return RecordPages.read(t, read).entries();
    }

    /** The scene's seller's call for a receipt's record. */
    public static Call read(Trial t, Receipt receipt) {
        return t.scene().sellerReads("/records/" + receipt.subjectType() + "/" + receipt.subjectId());
    }

    /** The entry of this number; a missing node where there is none. */
    public static JsonNode entry(List<JsonNode> entries, long seq) {
        return entries.stream()
                .filter(entry -> entry.path("seq").asLong(-1) == seq)
                .findFirst()
                .orElseGet(MissingNode::getInstance);
    }
}
