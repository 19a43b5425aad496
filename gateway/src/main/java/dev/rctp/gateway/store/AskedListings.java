package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.Question;
import dev.rctp.approval.StandingApproval;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.registries.Reason;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.negotiation.Step;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.sql.DataSource;

/**
 * Ends what sellers are asked about a listing once the listing is another (LST-7): the change itself marks it, in its own transaction, and from
 * then on it can't be answered; that it ended is written down afterwards.
 */
public final class AskedListings {

    private static final Set<String> OF_LISTINGS = Set.of("listing.set_terms", "listing.reprice");

    // what listing_hash is made of, and whose it is and whether it can still be sold
    private static final String AS_IT_IS = """
            (SELECT (l.seller, l.title, l.list_amount, l.list_currency, l.term_set, l.terms_commitment, l.closed)::text
             FROM listing l WHERE l.listing_id = a.slot)""";
    private static final String SEE = "UPDATE approval a SET listing_seen = " + AS_IT_IS + " WHERE a.approval_id = ?";
    private static final String OVERTAKE = """
            UPDATE approval a SET overtaken_at = ?
            WHERE a.slot = ? AND a.state = 'pending' AND a.listing_seen IS NOT NULL AND a.overtaken_at IS NULL
              AND a.expires_at > ? AND a.listing_seen IS DISTINCT FROM\s""" + AS_IT_IS;

    private final DataSource source;
    private final Ledger ledger;
    private final Notices notices;
    private final SecureRandom random;
    private final DecisionText decisions = new DecisionText();
    private final OneByOne rounds = new OneByOne();

    /**
     * Reads this database and writes through this ledger, which is on the same one, and tells of it.
     *
     * @param random gives salts
     */
    public AskedListings(DataSource source, Ledger ledger, Notices notices, SecureRandom random) {
        this.source = source;
        this.ledger = ledger;
        this.notices = notices;
        this.random = random;
    }

    /** Keeps what the listing is that a question which has just been held is about; none for a question about something else. */
    static List<Guard> seen(Question question) {
        return OF_LISTINGS.contains(question.action())
                ? List.of(new Guard("seen", Statement.of(SEE, question.id())))
                : List.of();
    }

    /** Marks what waits on a listing that is another now; made after the change's own writes, and harmless where nothing changed. */
    public static Statement overtaken(ListingId listing, Instant now) {
        return Statement.of(OVERTAKE, now, listing.value(), now);
    }

    /** The same for a step that stands; none for one that changes no listing. */
    static List<Statement> overtaken(Step step, Instant now) {
        return switch (step) {
            case Step.Plain _, Step.Passed _, Step.OfferMade _, Step.OfferAccepted _ -> List.of();
            case Step.DealCommitted _, Step.EventTold _ -> List.of();
            case Step.ListingRepriced repriced ->
                List.of(overtaken(repriced.listing().id(), now));
            case Step.ListingCreated created ->
                List.of(overtaken(created.listing().id(), now));
            case Step.TermsSet set -> List.of(overtaken(set.listing().id(), now));
            case Step.DealOpened opened ->
                List.of(overtaken(opened.deal().offer().negotiation().listing(), now));
        };
    }

    /** Writes down the end of up to this many; returns how many there were. */
    public int end(int limit, Instant now) throws LedgerUnavailableException, InterruptedException {
        List<String> overtaken = RoundTrip.list(source, Approvals.overtaken(limit, rounds.toPass()));
        rounds.each(overtaken, overtaken.size() == limit, id -> end(id, now));
        return overtaken.size();
    }

    private void end(String id, Instant now) throws LedgerUnavailableException, InterruptedException {
        Optional<StandingApproval> approval = RoundTrip.ask(source, Approvals.find(id, now));
        if (approval.isPresent()) {
            Question question = approval.get().question();
            Decision refused = Decision.Forbid.listingChanged(question.action());
            Guard guard = new Guard("overtaken", Statements.of(Approvals.end(id, decisions.write(refused))));
            ledger.commit(EndedQuestion.unit(question, guard, Reason.APPROVAL_INVALID, notices, random));
        }
    }
}
