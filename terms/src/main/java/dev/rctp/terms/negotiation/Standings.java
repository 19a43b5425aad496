package dev.rctp.terms.negotiation;

import dev.rctp.registries.SqlQuery;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.StandingListing;
import dev.rctp.terms.negotiation.BudgetLimits.Spent;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an agent's call on a listing or an offer is judged by, each a question to the tables. */
public final class Standings {

    private static final String LISTING =
            " FROM listing l LEFT JOIN listing_terms t USING (listing_id, terms_commitment)";
    private static final String PRICES = """
             CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE u.agent = ?) AS own, count(*) AS every
                FROM price_budget b, unnest(b.counted_at, b.counted_by) u (at, agent)
                WHERE b.listing_id = l.listing_id AND b.side = ? AND b.operator = ? AND u.at > ?) prices""";
    private static final String LAPSED = """
             CROSS JOIN LATERAL (
                SELECT count(*) FILTER (WHERE c.buyer = ?) AS own, count(*) AS every FROM checkout c
                WHERE c.listing_id = l.listing_id AND c.operator = ? AND c.redeemed IS NULL
                  AND NOT c.excused AND c.expires_at <= ? AND c.expires_at > ?) lapsed""";
    private static final String OFFER =
            " FROM offer o JOIN negotiation n USING (negotiation_id) JOIN listing l ON l.listing_id = o.listing_id"
                    + " LEFT JOIN checkout c USING (offer_id)";

    private static final String OFFERING = "SELECT " + StandingListing.COLUMNS
            + ", prices.own, prices.every, lapsed.own, lapsed.every, n.negotiation_id" + LISTING
            + " LEFT JOIN negotiation n ON n.listing_id = l.listing_id AND n.buyer = ? AND n.operator = ? AND n.seller = l.seller "
            + PRICES
            + " " + LAPSED + " WHERE l.listing_id = ?";
    private static final String ASKING = "SELECT " + StandingListing.COLUMNS + ", prices.own, prices.every" + LISTING
            + " " + PRICES + " WHERE l.listing_id = ?";
    private static final String ONE = "SELECT " + StandingOffer.COLUMNS + OFFER + " WHERE o.offer_id = ?";
    private static final String ANSWERING = "SELECT " + StandingListing.COLUMNS + ", prices.own, prices.every, "
            + StandingOffer.COLUMNS + OFFER
            + " LEFT JOIN listing_terms t ON (t.listing_id, t.terms_commitment) = (l.listing_id, l.terms_commitment) "
            + PRICES + " WHERE o.offer_id = ?";
    private static final String REDEEMING = "SELECT " + StandingListing.COLUMNS + ", c.redeemed, m.public_terms, "
            + StandingOffer.COLUMNS + OFFER
            + " JOIN listing_terms m ON (m.listing_id, m.terms_commitment) = (o.listing_id, o.terms_commitment)"
            + " LEFT JOIN listing_terms t ON (t.listing_id, t.terms_commitment) = (l.listing_id, l.terms_commitment)"
            + " WHERE c.digest = ?";
    private static final String DEAL = "SELECT " + StandingDeal.COLUMNS + ", " + StandingOffer.COLUMNS + OFFER
            + " JOIN deal d ON d.offer_id = o.offer_id WHERE d.deal_id = ? AND d.moving IS NULL";
    private static final String SHOWN = "SELECT " + StandingOffer.COLUMNS + OFFER
            + " WHERE o.listing_id = ? AND n.seller = l.seller AND o.state <> 'refused'"
            + " AND (o.moving IS NULL OR o.state_before IS NOT NULL)"
            + " ORDER BY (o.state IN ('open', 'awaiting_approval', 'accepted')) DESC,"
            + " row_number() OVER (PARTITION BY o.negotiation_id, o.state IN ('open', 'awaiting_approval', 'accepted')"
            + " ORDER BY o.made_at DESC), o.made_at DESC, o.offer_id LIMIT 1000";

    private static final String LAPSED_DEALS = """
            SELECT deal_id FROM deal WHERE state = 'open' AND moving IS NULL AND lapses_at <= ?
            ORDER BY lapses_at, deal_id LIMIT ? OFFSET ?""";
    private static final String LIVE = "state IN ('open', 'countered', 'awaiting_approval')";
    /** From one operator to the next in the index, of which there are few, however many offers there are. */
    private static final String OFFERERS = """
            WITH RECURSIVE line AS (
                (SELECT operator FROM offer WHERE %1$s AND operator IS NOT NULL ORDER BY operator LIMIT 1)
                UNION ALL
                SELECT (SELECT o.operator FROM offer o WHERE o.%1$s AND o.operator > l.operator ORDER BY o.operator LIMIT 1)
                FROM line l WHERE l.operator IS NOT NULL)
            SELECT operator FROM line WHERE operator IS NOT NULL""".formatted(LIVE);

    private static final String MADE_BY = "SELECT offer_id, negotiation_id, operator FROM offer WHERE " + LIVE + """
             AND operator = ANY (?) AND expires_at > ? AND moving IS NULL ORDER BY expires_at, offer_id LIMIT ? OFFSET ?""";

    private final BudgetLimits limits;

    /** Counts within these limits' window. */
    public Standings(BudgetLimits limits) {
        this.limits = limits;
    }

    /**
     * A listing as a buyer's agent that offers finds it.
     *
     * @param listing the listing
     * @param prices what this agent and its operator have tried (OFF-6)
     * @param lapsed the checkouts they let lapse (OFF-10)
     * @param negotiation the one they have with it; null before the first offer
     */
    public record Offering(
            StandingListing listing,
            Spent prices,
            Spent lapsed,
            @Nullable String negotiation) {}

    /**
     * A listing as a seller's agent that names a price finds it.
     *
     * @param listing the listing
     * @param prices what this agent has tried (OFF-9)
     */
    public record Asking(StandingListing listing, Spent prices) {}

    /**
     * An offer as a seller's agent that answers it finds it.
     *
     * @param offer the offer
     * @param asking its listing, with what this agent has tried
     */
    public record Answering(StandingOffer offer, Asking asking) {}

    /**
     * A checkout as whoever redeems it finds it.
     *
     * @param offer the offer it is of
     * @param listing the listing it holds
     * @param redeemed whether it was redeemed
     * @param publicTerms the public terms that the offer was made under, as canonical JSON
     */
    public record Redeeming(StandingOffer offer, StandingListing listing, boolean redeemed, String publicTerms) {}

    /**
     * A buyer's offer that waits for an answer.
     *
     * @param offer its id
     * @param negotiation its negotiation's
     * @param operator whose agent made it
     */
    public record Made(String offer, String negotiation, String operator) {}

    /** The operators whose agents have made offers that were not answered, whether or not their time is over (OPR-6). */
    public static SqlQuery<String> offerers() {
        return new SqlQuery<>(OFFERERS, List.of(), row -> row.getString(1));
    }

    /** Offers that wait for an answer, of buyers of these operators; the first {@code past} are left out. */
    public static SqlQuery<Made> madeBy(String[] operators, int limit, int past, Instant now) {
        return new SqlQuery<>(
                MADE_BY,
                List.of(operators, now, (long) limit, (long) past),
                row -> new Made(row.getString(1), row.getString(2), row.getString(3)));
    }

    /** What an offer of this agent is judged by. */
    public SqlQuery<Offering> offering(ListingId listing, String operator, String agent, Instant now) {
        Instant since = limits.since(now);
        return new SqlQuery<>(
                OFFERING,
                List.of(
                        agent,
                        operator, // its negotiation
                        agent,
                        "buyer",
                        operator,
                        since, // prices
                        agent,
                        operator,
                        now,
                        since, // lapsed
                        listing.value()),
                row -> new Offering(
                        StandingListing.read(row),
                        spent(row, StandingListing.WIDTH + 1),
                        spent(row, StandingListing.WIDTH + 3),
                        row.getString(StandingListing.WIDTH + 5)));
    }

    /** What a price that this seller's agent names for the listing is judged by. */
    public SqlQuery<Asking> asking(ListingId listing, String operator, String agent, Instant now) {
        return new SqlQuery<>(
                ASKING, List.of(agent, "seller", operator, limits.since(now), listing.value()), Standings::asking);
    }

    /** The offer alone. */
    public SqlQuery<StandingOffer> offer(String offerId, Instant now) {
        return new SqlQuery<>(ONE, List.of(offerId), row -> StandingOffer.read(row, 1, now));
    }

    /** What this seller's agent's answer to the offer is judged by. */
    public SqlQuery<Answering> answering(String offerId, String operator, String agent, Instant now) {
        return new SqlQuery<>(
                ANSWERING,
                List.of(agent, "seller", operator, limits.since(now), offerId),
                row -> new Answering(StandingOffer.read(row, StandingListing.WIDTH + 3, now), asking(row)));
    }

    /** What the redemption of the checkout of this digest is judged by. */
    public SqlQuery<Redeeming> redeeming(String digest, Instant now) {
        return new SqlQuery<>(
                REDEEMING,
                List.of(digest),
                row -> new Redeeming(
                        StandingOffer.read(row, StandingListing.WIDTH + 3, now),
                        StandingListing.read(row),
                        row.getString(StandingListing.WIDTH + 1) != null,
                        row.getString(StandingListing.WIDTH + 2)));
    }

    /** Deals that have lapsed by this time, which nobody has written down yet, the oldest first and this many at most (EVT-6); the first {@code past} are left out. */
    public static SqlQuery<String> lapsed(int limit, int past, Instant now) {
        return new SqlQuery<>(LAPSED_DEALS, List.of(now, (long) limit, (long) past), row -> row.getString(1));
    }

    /** The deal, once the marketplace has taken it. */
    public SqlQuery<StandingDeal> deal(String dealId, Instant now) {
        return new SqlQuery<>(DEAL, List.of(dealId), row -> StandingDeal.read(row, now));
    }

    /**
     * The offers on the listing that its present seller sees, those that the marketplace has taken and the gateway hasn't refused: what
     * waits for an answer first, then by turns the newest of each negotiation, so that no buyer hides another's.
     */
    public SqlQuery<StandingOffer> shown(ListingId listing, Instant now) {
        return new SqlQuery<>(SHOWN, List.of(listing.value()), row -> StandingOffer.read(row, 1, now));
    }

    private static Asking asking(ResultSet row) throws SQLException {
        return new Asking(StandingListing.read(row), spent(row, StandingListing.WIDTH + 1));
    }

    private static Spent spent(ResultSet row, int column) throws SQLException {
        return new Spent(row.getInt(column), row.getInt(column + 1));
    }
}
