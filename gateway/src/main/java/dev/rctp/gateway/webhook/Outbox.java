package dev.rctp.gateway.webhook;

import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Question;
import dev.rctp.attest.Statement;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Intent;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.negotiation.Deal;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Notices in the table of webhooks. Whoever acts isn't told of it: the buyer's operator learns what the seller's side did, and the operators
 * whose agents have acted on the listing for its seller learn what buyers did. Rows of offers are locked before their notices get a place, so
 * that the order of places is that of the changes.
 */
public final class Outbox implements Notices {

    private static final String TELL = """
            INSERT INTO webhook (receiver, type, subject, status, approval_url, made_at, due_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";
    private static final String TO = "INSERT INTO webhook (receiver, type, subject, status, made_at, due_at) SELECT ";
    private static final String TYPE = "CASE WHEN o.state_before IS NULL THEN 'offer.created' ELSE 'offer.updated' END";
    private static final String MOVED_TO_BUYER = TO + "n.operator, " + TYPE + """
            , o.offer_id, o.state, ?::timestamptz, ?::timestamptz
            FROM (SELECT * FROM offer WHERE moving = ? FOR UPDATE) o JOIN negotiation n USING (negotiation_id)""";
    private static final String MOVED_TO_SELLER = TO + "a.operator, " + TYPE + """
            , o.offer_id, o.state, ?::timestamptz, ?::timestamptz
            FROM (SELECT * FROM offer WHERE moving = ? FOR UPDATE) o JOIN negotiation n USING (negotiation_id)
            JOIN listing_agent a ON a.listing_id = n.listing_id AND a.seller = n.seller""";
    private static final String ONE_TO_SELLER = TO + """
            a.operator, 'offer.updated', o.offer_id, o.state, ?::timestamptz, ?::timestamptz
            FROM offer o JOIN negotiation n USING (negotiation_id)
            JOIN listing_agent a ON a.listing_id = n.listing_id AND a.seller = n.seller
            WHERE o.offer_id = ?""";
    private static final String WAITED = TO + """
            n.operator, 'offer.updated', o.offer_id, CASE WHEN o.expires_at <= ? THEN 'expired' ELSE ? END,
            ?::timestamptz, ?::timestamptz
            FROM (SELECT * FROM offer WHERE awaiting = ? AND state = 'awaiting_approval' FOR UPDATE) o
            JOIN negotiation n USING (negotiation_id)""";
    private static final String PUT_BACK = TO + """
            n.operator, 'offer.updated', o.offer_id, CASE WHEN o.expires_at <= ? THEN 'expired' ELSE o.state_before END,
            ?::timestamptz, ?::timestamptz
            FROM (SELECT * FROM offer WHERE moving = ? AND awaiting IS NOT NULL FOR UPDATE) o
            JOIN negotiation n USING (negotiation_id)""";
    private static final String ENDED = TO + """
            n.operator, 'offer.updated', o.offer_id, 'declined', ?::timestamptz, ?::timestamptz
            FROM (SELECT * FROM offer
                  WHERE listing_id = ? AND offer_id <> ? AND expires_at > ?
                    AND coalesce(state_before, CASE WHEN moving IS NULL THEN state END)
                        IN ('open', 'countered', 'awaiting_approval') FOR UPDATE) o
            JOIN negotiation n USING (negotiation_id) JOIN listing l ON l.listing_id = o.listing_id
            WHERE ? OR n.seller <> l.seller""";
    private static final String OPENED = TO + """
            r.operator, 'deal.opened', ?::text, 'open', ?::timestamptz, ?::timestamptz
            FROM (SELECT ?::text AS operator
                  UNION SELECT operator FROM listing_agent WHERE listing_id = ? AND seller = ?) r""";
    /** Both sides, and whoever has reported anything, for by that it owns its role (EVT-3). */
    private static final String OF_DEAL = TO + """
            r.operator, ?::text, ?::text, ?::text, ?::timestamptz, ?::timestamptz
            FROM (SELECT n.operator FROM deal d JOIN negotiation n USING (negotiation_id) WHERE d.deal_id = ?
                  UNION SELECT a.operator FROM deal d JOIN negotiation n USING (negotiation_id)
                        JOIN listing_agent a ON a.listing_id = n.listing_id AND a.seller = n.seller WHERE d.deal_id = ?
                  UNION SELECT operator FROM deal_event WHERE deal_id = ?) r
            WHERE r.operator <> ?""";

    private static final String ACTED =
            "INSERT INTO listing_agent (listing_id, seller, operator) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";

    private static final String LAPSED = "lapsed";

    private final InstantSource clock;
    private final boolean tellsMarketplace;

    /**
     * Creates it.
     *
     * @param clock dates what is told
     * @param tellsMarketplace whether the marketplace has an address for webhooks
     */
    public Outbox(InstantSource clock, boolean tellsMarketplace) {
        this.clock = clock;
        this.tellsMarketplace = tellsMarketplace;
    }

    @Override
    public List<Statement> asked(Question question, String approvalUrl) {
        List<Statement> writes = new ArrayList<>();
        if (tellsMarketplace) {
            writes.add(tell(new Notice(
                    Notice.Type.APPROVAL_REQUESTED,
                    question.id(),
                    ApprovalState.PENDING.code(),
                    Notice.MARKETPLACE,
                    approvalUrl)));
        }
        writes.add(waited(question, "awaiting_approval"));
        String listing = question.about().path("listing_id").stringValue("");
        if (!listing.isEmpty()) {
            writes.add(Statement.of(
                    ACTED, listing, question.seller(), question.agent().operator()));
        }
        return writes;
    }

    @Override
    public List<Statement> answered(Question question, ApprovalState answer) {
        List<Statement> writes = new ArrayList<>();
        writes.add(tell(toAsking(Notice.Type.APPROVAL_DECIDED, question, answer.code())));
        if (answer != ApprovalState.APPROVED) {
            writes.add(waited(question, "declined"));
        }
        return writes;
    }

    @Override
    public List<Statement> settled(Question question, Decision result) {
        return List.of(
                tell(toAsking(Notice.Type.APPROVAL_RESULT, question, Notice.status(result))), waited(question, "open"));
    }

    @Override
    public List<Statement> dropped(Question question) {
        String declined = ApprovalState.DECLINED.code();
        return List.of(tell(toAsking(Notice.Type.APPROVAL_DECIDED, question, declined)), waited(question, "open"));
    }

    @Override
    public List<Statement> notEligible(String offer) {
        Instant now = clock.instant();
        return List.of(Statement.of(ONE_TO_SELLER, now, now, offer));
    }

    private static Notice toAsking(Notice.Type type, Question question, String status) {
        return new Notice(type, question.id(), status, question.agent().operator(), null);
    }

    @Override
    public List<Statement> finished(Intent intent, boolean stands) {
        Instant now = clock.instant();
        if (!stands) {
            return intent.step() instanceof Step.OfferAccepted
                    ? List.of(Statement.of(PUT_BACK, now, now, now, intent.id()))
                    : List.of();
        }
        return switch (intent.step()) {
            case Step.Passed _ -> List.of();
            case Step.Plain _ -> spoken(intent);
            case Step.OfferMade made
            when made.offer().by() == Offer.Party.BUYER ->
                List.of(Statement.of(MOVED_TO_SELLER, now, now, intent.id()));
            case Step.OfferMade made -> movedBySeller(intent, made.offer(), now);
            case Step.OfferAccepted accepted -> movedBySeller(intent, accepted.offer(), now);
            case Step.ListingRepriced repriced ->
                List.of(acted(
                        intent, repriced.listing().id(), repriced.listing().seller()));
            case Step.ListingCreated created ->
                List.of(acted(intent, created.listing().id(), created.listing().seller()));
            case Step.TermsSet set ->
                List.of(acted(intent, set.listing().id(), set.listing().seller()));
            case Step.DealOpened opened -> opened(opened.deal(), now);
            case Step.DealCommitted committed -> {
                Offer.Negotiation sold = committed.deal().offer().negotiation();
                yield List.of(
                        acted(intent, sold.listing(), sold.seller()),
                        ofDeal(
                                Notice.Type.DEAL_COMMITTED,
                                committed.deal().id(),
                                committed.deal().state(),
                                intent.call().operator()));
            }
            case Step.EventTold _ -> List.of();
        };
    }

    private static List<Statement> movedBySeller(Intent intent, Offer offer, Instant now) {
        return List.of(
                Statement.of(MOVED_TO_BUYER, now, now, intent.id()),
                acted(intent, offer.negotiation().listing(), offer.negotiation().seller()));
    }

    /** Words to a buyer leave no more than who spoke for the seller. */
    private static List<Statement> spoken(Intent intent) {
        Optional<String> seller = intent.request().fields().combined("rctp-seller");
        return seller.isPresent() && intent.subject().type().equals("listing")
                ? List.of(acted(intent, new ListingId(intent.subject().id()), seller.get()))
                : List.of();
    }

    private static Statement acted(Intent intent, ListingId listing, String seller) {
        return Statement.of(ACTED, listing.value(), seller, intent.call().operator());
    }

    private static List<Statement> opened(Deal deal, Instant now) {
        Offer.Negotiation sold = deal.offer().negotiation();
        return List.of(
                Statement.of(
                        OPENED,
                        deal.id(),
                        now,
                        now,
                        sold.operator(),
                        sold.listing().value(),
                        sold.seller()),
                ended(sold.listing(), deal.offer().id(), true, now));
    }

    @Override
    public List<Statement> reported(String dealId, String state, String by) {
        return List.of(ofDeal(Notice.Type.DEAL_EVENT, dealId, state, by));
    }

    @Override
    public List<Statement> lapsed(String dealId) {
        List<Statement> writes = new ArrayList<>();
        writes.add(ofDeal(Notice.Type.DEAL_LAPSED, dealId, LAPSED, ""));
        if (tellsMarketplace) {
            writes.add(tell(new Notice(Notice.Type.DEAL_LAPSED, dealId, LAPSED, Notice.MARKETPLACE, null)));
        }
        return writes;
    }

    private Statement ofDeal(Notice.Type type, String dealId, String state, String but) {
        Instant now = clock.instant();
        return Statement.of(OF_DEAL, type.code(), dealId, state, now, now, dealId, dealId, dealId, but);
    }

    @Override
    public List<Statement> ended(ListingId listing, boolean gone) {
        return List.of(ended(listing, "", gone, clock.instant()));
    }

    private static Statement ended(ListingId listing, String but, boolean gone, Instant now) {
        return Statement.of(ENDED, now, now, listing.value(), but, now, gone);
    }

    private Statement waited(Question question, String status) {
        Instant now = clock.instant();
        return Statement.of(WAITED, now, status, now, now, question.id());
    }

    private Statement tell(Notice notice) {
        Instant now = clock.instant();
        return Statement.of(
                TELL,
                notice.receiver(),
                notice.type().code(),
                notice.subject(),
                notice.status(),
                notice.approvalUrl(),
                now,
                now);
    }
}
