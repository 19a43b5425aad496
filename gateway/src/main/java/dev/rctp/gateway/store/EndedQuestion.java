package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.Question;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.ConfidingEntry;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.Reason;
import dev.rctp.terms.negotiation.Moves;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;

/** A question that ends by neither yes nor no. */
final class EndedQuestion {

    private EndedQuestion() {}

    /** The entry that says so. */
    static ConfidingEntry entry(Question question, Reason reason, SecureRandom random) {
        return QuestionEntry.of(
                question,
                "approval_ended",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("action", question.action())
                        .put("reason", reason.code()),
                random);
    }

    /** What becomes so together where what was asked stands no more; {@code guard} writes the end, and is lost where there is one. */
    static Unit unit(Question question, Guard guard, Reason reason, Notices notices, SecureRandom random) {
        List<Statement> writes = new ArrayList<>(notices.dropped(question));
        writes.addAll(Statements.of(Moves.unasked(question.id())));
        writes.addAll(Statements.of(Approvals.erase(question.id())));
        return QuestionEntry.unit(guard, entry(question, reason, random), writes);
    }
}
