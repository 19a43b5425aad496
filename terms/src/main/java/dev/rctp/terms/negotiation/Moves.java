package dev.rctp.terms.negotiation;

import static java.util.Map.entry;

import dev.rctp.registries.Money;
import dev.rctp.registries.SqlStatement;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Offer.Negotiation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The moves of section 6 as writes: how each begins, stands or is undone. What races for the same offer, listing or checkout is decided by
 * conditional writes, through any number of gateways. Stores nothing itself.
 */
public final class Moves {

    /** The name of the guard that a used-up budget loses. */
    public static final String BUDGET = "budget";

    private static final String NEGOTIATE = """
            INSERT INTO negotiation (negotiation_id, listing_id, seller, operator, buyer) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO NOTHING""";
    private static final String MAKE = """
            INSERT INTO offer (offer_id, negotiation_id, listing_id, made_by, amount, currency, fulfillment, payment,
                               terms_commitment, supersedes, countered_offer, expires_at, made_at, state, moving, operator)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)""";
    private static final String MOVE = """
            UPDATE offer SET state_before = state, state = ?, moving = ?
            WHERE offer_id = ? AND state = ? AND moving IS NULL AND expires_at > ?""";
    private static final String END_COUNTER = """
            UPDATE offer SET state_before = state, state = 'superseded', moving = ?
            WHERE countered_offer = ? AND state = 'open' AND moving IS NULL AND expires_at > ?""";
    private static final String STAND = "UPDATE offer SET state_before = NULL, moving = NULL WHERE moving = ?";
    private static final String UNMAKE = "DELETE FROM offer WHERE moving = ? AND state_before IS NULL";
    private static final String PUT_BACK =
            "UPDATE offer SET state = state_before, state_before = NULL, moving = NULL WHERE moving = ?";

    private static final String ASK = """
            UPDATE offer SET state = ?, awaiting = ?, awaiting_until = ?
            WHERE offer_id = ? AND state = ? AND moving IS NULL AND expires_at > ?""";
    private static final String HEAR =
            "UPDATE offer SET awaiting_until = 'infinity' WHERE awaiting = ? AND state = 'awaiting_approval'";
    private static final String APPROVE = """
            UPDATE offer SET state_before = 'open', state = ?, moving = ?
            WHERE offer_id = ? AND state = 'awaiting_approval' AND awaiting = ? AND moving IS NULL AND expires_at > ?""";
    private static final String ASK_PRICE =
            "INSERT INTO asked_price (approval_id, listing_id, operator, agent, asked_at) VALUES (?, ?, ?, ?, ?)";
    private static final String GIVE_PRICE_BACK = """
            UPDATE price_budget b SET
                counted_at = ARRAY(SELECT u.at FROM unnest(b.counted_at, b.counted_by) WITH ORDINALITY u (at, agent, n)
                                   WHERE (u.at, u.agent) <> (a.asked_at, a.agent) ORDER BY u.n),
                counted_by = ARRAY(SELECT u.agent FROM unnest(b.counted_at, b.counted_by) WITH ORDINALITY u (at, agent, n)
                                   WHERE (u.at, u.agent) <> (a.asked_at, a.agent) ORDER BY u.n)
            FROM asked_price a
            WHERE a.approval_id = ? AND (b.listing_id, b.side, b.operator) = (a.listing_id, 'seller', a.operator)""";
    private static final String FORGET_PRICE = "DELETE FROM asked_price WHERE approval_id = ?";
    private static final String UNASK = """
            UPDATE offer SET state = ?, awaiting = NULL, awaiting_until = NULL
            WHERE awaiting = ? AND state = 'awaiting_approval'""";

    private static final String NOT_ELIGIBLE = """
            UPDATE offer SET state = 'declined', awaiting = NULL, awaiting_until = NULL
            WHERE offer_id = ? AND state IN ('open', 'countered', 'awaiting_approval') AND moving IS NULL AND expires_at > ?""";

    private static final String HOLD = """
            UPDATE listing SET reserved_for = ?, reserved_until = 'infinity'
            WHERE listing_id = ? AND seller = ? AND NOT closed AND (reserved_until IS NULL OR reserved_until <= ?)""";
    private static final String HOLD_UNTIL =
            "UPDATE listing SET reserved_until = ? WHERE listing_id = ? AND reserved_for = ?";
    private static final String GIVE_BACK =
            "UPDATE listing SET reserved_for = NULL, reserved_until = NULL WHERE listing_id = ? AND reserved_for = ?";
    private static final String ISSUE = """
            INSERT INTO checkout (digest, text, offer_id, listing_id, operator, buyer, expires_at, excused)
            SELECT ?, ?, o.offer_id, o.listing_id, ?, ?, ?, l.closed OR l.reserved_for IS DISTINCT FROM o.offer_id
            FROM offer o JOIN listing l USING (listing_id) WHERE o.offer_id = ?""";

    private static final String BEGIN_REPRICE = """
            UPDATE listing SET repricing = ? WHERE listing_id = ? AND seller = ? AND NOT closed AND repricing IS NULL""";
    private static final String REPRICE = """
            UPDATE listing SET list_amount = ?, repricing = NULL WHERE listing_id = ? AND repricing = ?""";
    private static final String END_REPRICE =
            "UPDATE listing SET repricing = NULL WHERE listing_id = ? AND repricing = ?";

    private static final String REGISTER = """
            INSERT INTO listing AS known (listing_id, seller, title, list_amount, list_currency, term_set, terms_commitment)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (listing_id) DO UPDATE SET
                term_set = CASE WHEN (known.list_currency, known.closed) = (excluded.list_currency, false)
                    THEN excluded.term_set ELSE known.term_set END,
                terms_commitment = CASE WHEN (known.list_currency, known.closed) = (excluded.list_currency, false)
                    THEN excluded.terms_commitment ELSE known.terms_commitment END
            WHERE known.seller = excluded.seller""";
    private static final String USE_TERMS = """
            UPDATE listing SET terms_commitment = ?, term_set = ?, repricing = NULL WHERE listing_id = ? AND repricing = ?""";

    private static final String REDEEM =
            "UPDATE checkout SET redeemed = ? WHERE digest = ? AND redeemed IS NULL AND expires_at > ?";
    private static final String KEEP_HELD = """
            UPDATE listing SET reserved_until = 'infinity', sold_by = ?
            WHERE listing_id = ? AND reserved_for = ? AND seller = ? AND NOT closed""";
    private static final String OPEN = """
            INSERT INTO deal (deal_id, offer_id, negotiation_id, listing_id, state, opened_at, moving,
                              release_condition, deliver_within_days, lapses_at)
            VALUES (?, ?, ?, ?, 'open', ?, ?, ?, ?, ?)""";
    private static final String OPENED = "UPDATE deal SET moving = NULL WHERE moving = ?";
    private static final String SELL = """
            UPDATE listing SET closed = true, reserved_for = NULL, reserved_until = NULL
            WHERE listing_id = ? AND reserved_for = ?""";
    private static final String DECLINE_OTHERS = """
            UPDATE offer SET
                state = CASE WHEN state IN ('open', 'countered', 'awaiting_approval') THEN 'declined' ELSE state END,
                state_before = CASE WHEN state_before IN ('open', 'countered', 'awaiting_approval')
                                    THEN 'declined' ELSE state_before END
            WHERE listing_id = ? AND offer_id <> ? AND expires_at > ?
              AND (state IN ('open', 'countered', 'awaiting_approval')
                   OR state_before IN ('open', 'countered', 'awaiting_approval'))""";
    // that it has lapsed says whoever writes that down
    private static final String REPORT = """
            UPDATE deal d SET state = CASE WHEN r.state = 'lapsed' THEN d.state ELSE r.state END, version = version + 1
            FROM (SELECT ?::text AS state) r WHERE deal_id = ? AND version = ? AND moving IS NULL""";
    private static final String LAPSE = """
            UPDATE deal SET state = 'lapsed', version = version + 1
            WHERE deal_id = ? AND state = 'open' AND moving IS NULL AND lapses_at <= ?""";
    private static final String COMMIT = """
            UPDATE deal SET committed = ? WHERE deal_id = ? AND version = ? AND committed IS NULL AND moving IS NULL""";
    private static final String UNCOMMIT =
            "UPDATE deal SET committed = CASE WHEN committed <> ? THEN committed END WHERE deal_id = ?";
    private static final String UNOPEN = "DELETE FROM deal WHERE moving = ?";
    private static final String UNREDEEM =
            "UPDATE checkout SET redeemed = NULL, excused = true WHERE offer_id = ? AND redeemed = ?";
    private static final String UNSELL = "UPDATE listing SET sold_by = NULL WHERE listing_id = ? AND sold_by = ?";
    private static final String EXCUSE =
            "UPDATE checkout SET excused = true WHERE listing_id = ? AND redeemed IS NULL AND expires_at > ?";
    private static final String EXCUSE_UNHELD = """
            UPDATE checkout SET excused = true FROM listing l
            WHERE l.listing_id = checkout.listing_id AND l.listing_id = ? AND checkout.redeemed IS NULL
              AND checkout.expires_at > ? AND l.reserved_for IS DISTINCT FROM checkout.offer_id""";
    private static final String DECLINE_FORMER = """
            UPDATE offer SET
                state = CASE WHEN state IN ('open', 'countered', 'awaiting_approval') THEN 'declined' ELSE state END,
                state_before = CASE WHEN state_before IN ('open', 'countered', 'awaiting_approval')
                                    THEN 'declined' ELSE state_before END
            FROM negotiation n JOIN listing l USING (listing_id)
            WHERE n.negotiation_id = offer.negotiation_id AND offer.listing_id = ? AND n.seller <> l.seller
              AND offer.expires_at > ?
              AND (state IN ('open', 'countered', 'awaiting_approval')
                   OR state_before IN ('open', 'countered', 'awaiting_approval'))""";
    private static final String HOLD_AGAIN = """
            UPDATE listing SET reserved_until = (SELECT expires_at FROM checkout WHERE offer_id = ?)
            WHERE listing_id = ? AND reserved_for = ?""";

    private final PriceBudget budget;

    /** Counts prices within these limits. */
    public Moves(BudgetLimits limits) {
        this.budget = new PriceBudget(limits);
    }

    /**
     * A buyer's offer begins to stand (OFF-1 to OFF-3).
     *
     * @param superseded the offer it replaces, as it was read; null where none
     * @param first whether it is the negotiation's first
     */
    public Beginning offer(String intent, Offer offer, boolean first, @Nullable Offer superseded, Instant now) {
        List<Map.Entry<String, SqlStatement>> guards = new ArrayList<>(priced(offer, first, false, now));
        List<SqlStatement> writes = new ArrayList<>();
        if (superseded != null) {
            guards.add(entry("superseded", move(superseded, OfferState.Move.SUPERSEDE, intent, now)));
            writes.add(statement(END_COUNTER, intent, superseded.id(), now));
        }
        writes.add(make(offer, null, intent, now));
        return new Beginning(guards, writes);
    }

    /** A buyer's offer is refused for its price: it is counted, and written for its buyer alone (OFF-6). */
    public Beginning refusedOffer(Offer offer, boolean first, Instant now) {
        return new Beginning(
                priced(offer, first, true, now), List.of(make(offer.in(OfferState.REFUSED), null, null, now)));
    }

    /** A seller's counter begins to stand, and the buyer's offer is countered (OFF-5). */
    public Beginning counter(String intent, Offer countered, Offer counter, Agent seller, Instant now) {
        return new Beginning(
                List.of(
                        asked(
                                counter.negotiation().listing(),
                                seller,
                                counter.dealTerms().price(),
                                PriceBudget.Asked.BEGUN,
                                now),
                        entry("countered", move(countered, OfferState.Move.COUNTER, intent, now))),
                List.of(make(counter, countered.id(), intent, now)));
    }

    /** An offer begins to be accepted, and to hold its listing (OFF-8). */
    public Beginning accept(String intent, Offer offer, Instant now) {
        String listing = offer.negotiation().listing().value();
        return new Beginning(
                List.of(
                        entry(
                                "listing",
                                statement(
                                        HOLD,
                                        offer.id(),
                                        listing,
                                        offer.negotiation().seller(),
                                        now)),
                        entry("offer", move(offer, OfferState.Move.ACCEPT, intent, now))),
                List.of());
    }

    /** An offer waits for its seller's word (APR-1); nothing is held yet. */
    public Beginning ask(String approval, Offer offer, Instant until, Instant now) {
        return new Beginning(
                List.of(entry(
                        "offer",
                        statement(
                                ASK,
                                OfferState.AWAITING_APPROVAL.code(),
                                approval,
                                until,
                                offer.id(),
                                offer.state().code(),
                                now))),
                List.of());
    }

    /** A price waits for its seller's word: until that is yes, it counts where it falls (OFF-9). */
    public Beginning askPrice(String approval, ListingId listing, Agent seller, Money price, Instant now) {
        return new Beginning(
                List.of(asked(listing, seller, price, PriceBudget.Asked.IDLE, now)),
                List.of(statement(ASK_PRICE, approval, listing.value(), seller.operator(), seller.jkt(), now)));
    }

    /** The seller has said yes in time: what waits for it is not ended by silence any more (APR-6), and a price was no try (OFF-9). */
    public static List<SqlStatement> heard(String approval) {
        return List.of(
                statement(HEAR, approval), statement(GIVE_PRICE_BACK, approval), statement(FORGET_PRICE, approval));
    }

    /** An offer whose seller said yes begins to be accepted, and to hold its listing; a veto opens it again (OFF-7, APR-6). */
    public Beginning acceptApproved(String intent, String approval, Offer offer, Instant now) {
        String listing = offer.negotiation().listing().value();
        return new Beginning(
                List.of(
                        entry(
                                "listing",
                                statement(
                                        HOLD,
                                        offer.id(),
                                        listing,
                                        offer.negotiation().seller(),
                                        now)),
                        entry(
                                "offer",
                                statement(APPROVE, OfferState.ACCEPTED.code(), intent, offer.id(), approval, now))),
                List.of());
    }

    /** The seller said no, or nothing: the offer that waited is declined (OFF-7). */
    public static List<SqlStatement> declined(String approval) {
        return List.of(statement(UNASK, OfferState.DECLINED.code(), approval), statement(FORGET_PRICE, approval));
    }

    /** A buyer's offer can't be answered any more (OPR-6): touches no row that has ended, or that takes part in a step. */
    public static SqlStatement notEligible(String offer, Instant now) {
        return statement(NOT_ELIGIBLE, offer, now);
    }

    /** What the seller approved is refused after all: the offer that waited is what it was before (OFF-7). */
    public static List<SqlStatement> unasked(String approval) {
        return List.of(statement(UNASK, OfferState.OPEN.code(), approval), statement(FORGET_PRICE, approval));
    }

    /** A listing begins to have another price; it has the old one until that stands (LST-5). */
    public Beginning reprice(String intent, PublicListing listing, Agent seller, Money price, Instant now) {
        return new Beginning(
                List.of(
                        asked(listing.id(), seller, price, PriceBudget.Asked.BEGUN, now),
                        entry(
                                "repricing",
                                statement(BEGIN_REPRICE, intent, listing.id().value(), listing.seller()))),
                List.of());
    }

    /** A listing begins to have other terms; no other price or terms begin meanwhile. */
    public Beginning terms(String intent, PublicListing listing) {
        return new Beginning(
                List.of(entry(
                        "repricing",
                        statement(BEGIN_REPRICE, intent, listing.id().value(), listing.seller()))),
                List.of());
    }

    /** A seller's agent's price is refused: it is counted (OFF-9). */
    public Beginning refusedPrice(ListingId listing, Agent seller, Money price, Instant now) {
        return new Beginning(List.of(asked(listing, seller, price, PriceBudget.Asked.REFUSED, now)), List.of());
    }

    /** A seller's agent's price comes to nothing, whatever it is: it is counted where it falls (OFF-9). */
    public Beginning idlePrice(ListingId listing, Agent seller, Money price, Instant now) {
        return new Beginning(List.of(asked(listing, seller, price, PriceBudget.Asked.IDLE, now)), List.of());
    }

    /** A checkout begins to be redeemed; its listing stays held for as long as that takes (CHK-1). */
    public Beginning open(String intent, Deal deal, DealRules rules, String checkoutDigest, Instant now) {
        Offer offer = deal.offer();
        String listing = offer.negotiation().listing().value();
        return new Beginning(
                List.of(
                        entry("checkout", statement(REDEEM, deal.id(), checkoutDigest, now)),
                        entry(
                                "held",
                                statement(
                                        KEEP_HELD,
                                        deal.id(),
                                        listing,
                                        offer.id(),
                                        offer.negotiation().seller()))),
                List.of(statement(
                        OPEN,
                        deal.id(),
                        offer.id(),
                        offer.negotiation().id(),
                        listing,
                        now,
                        intent,
                        rules.releaseCondition(),
                        (long) rules.deliverWithinDays(),
                        rules.lapsesAt())));
    }

    /** Something is reported of a deal, by which it comes to this state; judged by this many earlier reports (EVT-4). */
    public static Beginning report(String dealId, long version, String state) {
        return new Beginning(List.of(entry("deal", statement(REPORT, state, dealId, version))), List.of());
    }

    /** That a deal has lapsed by this time is written down; whoever ruled on a report of it before is to rule again (EVT-6). */
    public static SqlStatement lapse(String dealId, Instant now) {
        return statement(LAPSE, dealId, now);
    }

    /** A deal's seller's agent begins to promise to ship, judged by this many reports; once. */
    public static Beginning commit(String intent, String dealId, long version) {
        return new Beginning(List.of(entry("deal", statement(COMMIT, intent, dealId, version))), List.of());
    }

    /** The listing was withdrawn, or sold elsewhere: no offer on it stands any more (LST-9). */
    public static List<SqlStatement> declineAll(ListingId listing, Instant now) {
        return List.of(statement(DECLINE_OTHERS, listing.value(), "", now), statement(EXCUSE, listing.value(), now));
    }

    /** The listing is told of anew: what was offered to a seller who has it no more stands no more (LST-8, LST-9). */
    public static List<SqlStatement> declineFormer(ListingId listing, Instant now) {
        return List.of(statement(DECLINE_FORMER, listing.value(), now), statement(EXCUSE_UNHELD, listing.value(), now));
    }

    /**
     * What stands of a step only where each of these touches a row: the listing that the marketplace says it has made may be no other
     * seller's (LST-8).
     */
    public static List<Map.Entry<String, SqlStatement>> claims(Step step) {
        return step instanceof Step.ListingCreated created
                ? List.of(entry("listing", registered(created.listing())))
                : List.of();
    }

    /**
     * What of an undone step is written before its entries, each touching one row: those who report of a deal lock it first and then its
     * chain, and whoever did so the other way round would wait for them while they wait for it.
     */
    public static List<Map.Entry<String, SqlStatement>> releases(String intent, Step step) {
        return step instanceof Step.DealCommitted committed
                ? List.of(entry(
                        "deal", statement(UNCOMMIT, intent, committed.deal().id())))
                : List.of();
    }

    /** The marketplace has taken the step, and its {@link #claims} hold: it stands. */
    public List<SqlStatement> stand(String intent, Step step, CheckoutSigner signer, Instant now) {
        return switch (step) {
            case Step.Plain _, Step.Passed _, Step.ListingCreated _, Step.DealCommitted _, Step.EventTold _ ->
                List.of();
            case Step.OfferMade _ -> List.of(statement(STAND, intent));
            case Step.OfferAccepted accepted -> accepted(intent, accepted, signer, now);
            case Step.ListingRepriced repriced -> List.of(repriced(intent, repriced));
            case Step.TermsSet set -> List.of(withTerms(intent, set.listing()));
            case Step.DealOpened opened -> {
                Offer sold = opened.deal().offer();
                String listing = sold.negotiation().listing().value();
                yield List.of(
                        statement(OPENED, intent),
                        statement(SELL, listing, sold.id()),
                        statement(DECLINE_OTHERS, listing, sold.id(), now));
            }
        };
    }

    /** The marketplace has refused the step, or never answered: with its {@link #releases}, all is as before (PRX-2). */
    public List<SqlStatement> undo(String intent, Step step) {
        return switch (step) {
            case Step.Plain _, Step.Passed _, Step.EventTold _ -> List.of();
            case Step.ListingCreated _, Step.DealCommitted _ -> List.of();
            case Step.TermsSet set ->
                List.of(statement(END_REPRICE, set.listing().id().value(), intent));
            case Step.ListingRepriced repriced ->
                List.of(statement(END_REPRICE, repriced.listing().id().value(), intent));
            case Step.OfferMade _ -> List.of(statement(UNMAKE, intent), statement(PUT_BACK, intent));
            case Step.OfferAccepted accepted -> {
                Offer offer = accepted.offer();
                yield List.of(
                        statement(GIVE_BACK, offer.negotiation().listing().value(), offer.id()),
                        statement(PUT_BACK, intent));
            }
            case Step.DealOpened opened -> {
                Offer offer = opened.deal().offer();
                yield List.of(
                        statement(
                                HOLD_AGAIN,
                                offer.id(),
                                offer.negotiation().listing().value(),
                                offer.id()),
                        statement(
                                UNSELL,
                                offer.negotiation().listing().value(),
                                opened.deal().id()),
                        statement(UNREDEEM, offer.id(), opened.deal().id()),
                        statement(UNOPEN, intent));
            }
        };
    }

    private static List<SqlStatement> accepted(
            String intent, Step.OfferAccepted accepted, CheckoutSigner signer, Instant now) {
        Offer offer = accepted.offer();
        Negotiation negotiation = offer.negotiation();
        Checkout checkout = Checkout.issue(accepted.draft(), offer, signer, now);
        return List.of(
                statement(
                        HOLD_UNTIL, checkout.expiresAt(), negotiation.listing().value(), offer.id()),
                statement(STAND, intent),
                statement(
                        ISSUE,
                        Checkout.digest(checkout.text()),
                        checkout.text(),
                        negotiation.operator(),
                        negotiation.buyer(),
                        checkout.expiresAt(),
                        offer.id()));
    }

    /** A listing that the marketplace has told of in the meantime, by its management, is as it was told (LST-9), with these terms. */
    private static SqlStatement registered(PublicListing listing) {
        Money price = listing.listPrice();
        return statement(
                REGISTER,
                listing.id().value(),
                listing.seller(),
                listing.title(),
                price.amount(),
                price.currency(),
                listing.termSet(),
                listing.termsCommitment());
    }

    private static SqlStatement withTerms(String intent, PublicListing listing) {
        return statement(
                USE_TERMS,
                listing.termsCommitment(),
                listing.termSet(),
                listing.id().value(),
                intent);
    }

    private static SqlStatement repriced(String intent, Step.ListingRepriced repriced) {
        PublicListing listing = repriced.listing();
        return statement(REPRICE, listing.listPrice().amount(), listing.id().value(), intent);
    }

    /** The budget first: a negotiation that another call began meanwhile makes the whole be judged again. */
    private List<Map.Entry<String, SqlStatement>> priced(Offer offer, boolean first, boolean refused, Instant now) {
        Negotiation negotiation = offer.negotiation();
        Map.Entry<String, SqlStatement> count = entry(
                BUDGET,
                budget.offered(
                        negotiation.listing(),
                        negotiation.operator(),
                        negotiation.buyer(),
                        offer.dealTerms().price(),
                        refused,
                        now));
        if (!first) {
            return List.of(count);
        }
        SqlStatement begin = statement(
                NEGOTIATE,
                negotiation.id(),
                negotiation.listing().value(),
                negotiation.seller(),
                negotiation.operator(),
                negotiation.buyer());
        return List.of(count, entry("negotiation", begin));
    }

    private Map.Entry<String, SqlStatement> asked(
            ListingId listing, Agent seller, Money price, PriceBudget.Asked became, Instant now) {
        return entry(BUDGET, budget.asked(listing, seller, price, became, now));
    }

    private static SqlStatement move(Offer offer, OfferState.Move move, String intent, Instant now) {
        OfferState after = offer.state()
                .after(move)
                .orElseThrow(
                        () -> new IllegalArgumentException(move + " is no move of an offer that is " + offer.state()));
        return statement(MOVE, after.code(), intent, offer.id(), offer.state().code(), now);
    }

    private static SqlStatement make(Offer offer, @Nullable String countered, @Nullable String intent, Instant now) {
        Negotiation negotiation = offer.negotiation();
        DealTerms terms = offer.dealTerms();
        return statement(
                MAKE,
                offer.id(),
                negotiation.id(),
                negotiation.listing().value(),
                offer.by().code(),
                terms.price().amount(),
                terms.price().currency(),
                terms.fulfillment(),
                terms.payment(),
                offer.termsCommitment(),
                offer.supersedes(),
                countered,
                offer.expiresAt(),
                now,
                offer.state().code(),
                intent,
                offer.by() == Offer.Party.BUYER ? negotiation.operator() : null);
    }

    private static SqlStatement statement(String sql, @Nullable Object... arguments) {
        return new SqlStatement(sql, Arrays.asList(arguments));
    }
}
