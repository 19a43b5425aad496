package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.Question;
import dev.rctp.approval.StandingApproval;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Standing;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.Reason;
import dev.rctp.registries.SqlQuery;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Standings;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Ends what operators that no gateway of the database lets trade any more have open: held calls as {@code operator_unknown}, offers as not
 * eligible (OPR-6).
 */
public final class OffBoarding {

    private final DataSource source;
    private final Ledger ledger;
    private final Standing here;
    private final SqlOperators everywhere;
    private final Notices notices;
    private final SecureRandom random;
    private final DecisionText decisions = new DecisionText();
    private final OneByOne calls = new OneByOne();
    private final OneByOne offers = new OneByOne();

    /**
     * Reads this database and writes through this ledger, which is on the same one, and tells of it.
     *
     * @param here whom this gateway lets trade
     * @param everywhere whom any does
     * @param random gives salts
     */
    public OffBoarding(
            DataSource source,
            Ledger ledger,
            Standing here,
            SqlOperators everywhere,
            Notices notices,
            SecureRandom random) {
        this.source = source;
        this.ledger = ledger;
        this.here = here;
        this.everywhere = everywhere;
        this.notices = notices;
        this.random = random;
    }

    /** Ends up to this many held calls; returns how many there were. */
    public int endHeld(int limit, Instant now) throws LedgerUnavailableException, InterruptedException {
        Set<String> gone = gone(Approvals.askers());
        if (gone.isEmpty()) {
            return 0;
        }
        // who is still onboarded finishes its deals
        String[] keeping = array(everywhere.onboarded());
        List<Approvals.Held> held = RoundTrip.list(
                source,
                Approvals.askedBy(array(gone), array(Standing.FINISHES_DEALS), keeping, limit, calls.toPass(), now));
        gone.removeAll(everywhere.traders()); // what was begun since they were asked is of one that may trade again
        List<Approvals.Held> orphans =
                held.stream().filter(one -> gone.contains(one.operator())).toList();
        calls.each(orphans, held.size() == limit, one -> end(one, now));
        return orphans.size();
    }

    /** Ends up to this many offers; returns how many there were. */
    public int endOffers(int limit, Instant now) throws LedgerUnavailableException, InterruptedException {
        Set<String> gone = gone(Standings.offerers());
        if (gone.isEmpty()) {
            return 0;
        }
        List<Standings.Made> made = RoundTrip.list(source, Standings.madeBy(array(gone), limit, offers.toPass(), now));
        gone.removeAll(everywhere.traders()); // as above
        List<Standings.Made> orphans =
                made.stream().filter(one -> gone.contains(one.operator())).toList();
        offers.each(orphans, made.size() == limit, one -> end(one, now));
        return orphans.size();
    }

    /** Those of them that no gateway lets trade. */
    private Set<String> gone(SqlQuery<String> open) {
        Set<String> gone = new HashSet<>(RoundTrip.list(source, open));
        gone.removeAll(here.traders());
        if (!gone.isEmpty()) {
            gone.removeAll(everywhere.traders());
        }
        return gone;
    }

    private static String[] array(Set<String> operators) {
        return operators.toArray(String[]::new);
    }

    private void end(Approvals.Held held, Instant now) throws LedgerUnavailableException, InterruptedException {
        Optional<StandingApproval> approval = RoundTrip.ask(source, Approvals.find(held.id(), now));
        if (approval.isPresent()) {
            end(approval.get().question(), now);
        }
    }

    private void end(Question question, Instant now) throws LedgerUnavailableException, InterruptedException {
        Decision unknown = Decision.Forbid.of(
                question.action(), Reason.OPERATOR_UNKNOWN, "The operator was off-boarded while the seller was asked.");
        Guard ended =
                new Guard("pending", Statements.of(Approvals.decline(question.id(), decisions.write(unknown), now)));
        ledger.commit(EndedQuestion.unit(question, ended, Reason.OPERATOR_UNKNOWN, notices, random));
    }

    private void end(Standings.Made offer, Instant now) throws LedgerUnavailableException, InterruptedException {
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
