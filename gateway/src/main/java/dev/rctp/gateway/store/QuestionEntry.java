package dev.rctp.gateway.store;

import dev.rctp.approval.Question;
import dev.rctp.attest.Confided;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.ConfidingEntry;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** How what a seller was asked goes on, in the record: a chain that the buyer reads too doesn't tell what it was (OFF-7, REC-6). */
final class QuestionEntry {

    private static final String SIDE = "seller";

    private QuestionEntry() {}

    /** An entry of this kind, which tells this: the seller's side alone where others read the chain. */
    static ConfidingEntry of(Question question, String kind, ObjectNode told, SecureRandom random) {
        ObjectNode body = body(question);
        if (isSellersOwn(question)) {
            body.setAll(told);
            return new ConfidingEntry(new EntryDraft(chain(question), kind, body), null);
        }
        return confiding(question, kind, body, told, random);
    }

    /**
     * An entry of this kind that confides this to the seller's side, whoever reads the chain.
     *
     * @param body what everyone may know
     */
    static ConfidingEntry confiding(
            Question question, String kind, ObjectNode body, ObjectNode told, SecureRandom random) {
        Confided confided = Confided.to(SIDE, told, random).about(question.seller());
        body.put("confided", confided.digest());
        return new ConfidingEntry(new EntryDraft(chain(question), kind, body), confided);
    }

    /** Whose question the entry is about, which everyone may know. */
    static ObjectNode body(Question question) {
        return JsonNodeFactory.instance.objectNode().put("side", SIDE).put("approval", question.digest());
    }

    /** Whether no other side reads the question's chain. */
    static boolean isSellersOwn(Question question) {
        return question.chain().type().equals("listing");
    }

    /** What becomes so with the entry; {@code guard} is lost where it does not. */
    static Unit unit(Guard guard, ConfidingEntry entry, List<Statement> writes) {
        return unit(List.of(guard), entry, writes);
    }

    /** The same under several guards, or none. */
    static Unit unit(List<Guard> guards, ConfidingEntry entry, List<Statement> writes) {
        return new Unit(guards, List.of(entry.draft()), receipts -> {
            List<Statement> all = new ArrayList<>(writes);
            all.addAll(entry.opening(receipts.getFirst()));
            return all;
        });
    }

    private static Subject chain(Question question) {
        return new Subject(question.chain().type(), question.chain().id());
    }
}
