package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.Question;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.Reason;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Standings;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** Ends what operators that may trade no more have open: held calls as {@code operator_unknown}, offers as not eligible (OPR-6). */
public final class OffBoarding {

    private final DataSource source;
    private final Ledger ledger;
    private final Notices notices;
    private final DecisionText decisions = new DecisionText();

    /** Reads this database and writes through this ledger, which is on the same one, and tells of it. */
    public OffBoarding(DataSource source, Ledger ledger, Notices notices) {
        this.source = source;
        this.ledger = ledger;
        this.notices = notices;
    }

    /** Ends up to this many of each kind; returns how many there were. */
    public int end(Set<String> traders, int limit, Instant now)
            throws LedgerUnavailableException, InterruptedException {
        String[] those = traders.toArray(String[]::new);
        List<Question> held = RoundTrip.list(source, Approvals.ofOthers(those, limit, now));
        for (Question question : held) {
            end(question, now);
        }
        List<Standings.Ended> offers = RoundTrip.list(source, Standings.ofOthers(those, limit, now));
        for (Standings.Ended offer : offers) {
            end(offer, now);
        }
        return held.size() + offers.size();
    }

    private void end(Question question, Instant now) throws LedgerUnavailableException, InterruptedException {
        Decision unknown = Decision.Forbid.of(
                question.action(), Reason.OPERATOR_UNKNOWN, "The operator was off-boarded while the seller was asked.");
        Guard ended =
                new Guard("pending", Statements.of(Approvals.decline(question.id(), decisions.write(unknown), now)));
        ledger.commit(EndedQuestion.unit(question, ended, Reason.OPERATOR_UNKNOWN, notices));
    }

    private void end(Standings.Ended offer, Instant now) throws LedgerUnavailableException, InterruptedException {
        Guard ended = new Guard("open", Statements.of(Moves.notEligible(offer.offer(), now)));
        EntryDraft entry = new EntryDraft(
                new Subject("negotiation", offer.negotiation()),
                "offer_ended",
                JsonNodeFactory.instance
                        .objectNode()
                        .put("offer_id", offer.offer())
                        .put("reason", Reason.COUNTERPARTY_NOT_ELIGIBLE.code()));
        List<Statement> writes = notices.notEligible(offer.offer());
        ledger.commit(new Unit(List.of(ended), List.of(entry), receipts -> writes));
    }
}
