package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.Question;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.Reason;
import dev.rctp.terms.negotiation.Moves;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;

/** A question that ends by neither yes nor no. */
final class EndedQuestion {

    private EndedQuestion() {}

    /** The entry that says so. */
    static EntryDraft entry(Question question, Reason reason) {
        return new EntryDraft(
                new Subject(question.chain().type(), question.chain().id()),
                "approval_ended",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("approval", question.digest())
                        .put("action", question.action())
                        .put("reason", reason.code()));
    }

    /** What becomes so together where what was asked stands no more; {@code guard} writes the end, and is lost where there is one. */
    static Unit unit(Question question, Guard guard, Reason reason, Notices notices) {
        List<Statement> writes = new ArrayList<>(notices.dropped(question));
        writes.addAll(Statements.of(Moves.unasked(question.id())));
        writes.addAll(Statements.of(Approvals.erase(question.id())));
        return new Unit(List.of(guard), List.of(entry(question, reason)), receipts -> writes);
    }
}
