package dev.rctp.terms.negotiation;

import dev.rctp.registries.Money;
import dev.rctp.terms.ListingId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * An offer as the tables have it, judged by the time of asking: what its time has ended is expired, and what its listing's end has ended is
 * declined, whatever was written (OFF-4, OFF-7). While a step that moves it waits for the marketplace, it is what it was before (PRX-2).
 *
 * @param offer the offer, in the state it has at that time
 * @param made whether the marketplace has taken it; until then only the gateway knows of it (PRX-2)
 * @param moving whether a step that it takes part in still waits for the marketplace
 * @param checkout the checkout's text; null where the offer has none
 * @param awaiting the approval by which its seller was asked; null where none was
 */
public record StandingOffer(
        Offer offer,
        boolean made,
        boolean moving,
        @Nullable String checkout,
        @Nullable String awaiting) {

    /** The columns that {@link #read} reads, of {@code offer o}, its {@code listing l}, its {@code negotiation n} and its {@code checkout c}. */
    static final String COLUMNS =
            "o.offer_id, o.negotiation_id, o.listing_id, n.seller, n.operator, n.buyer, o.made_by, o.amount, o.currency,"
                    + " o.fulfillment, o.payment, o.terms_commitment, o.supersedes, o.expires_at, o.state, o.state_before, o.moving,"
                    + " c.text, c.expires_at, c.redeemed, l.closed, o.awaiting, o.awaiting_until";

    /** Whether the step may begin on it: it is known to others, and nothing else is going on. */
    public boolean isFree() {
        return made && !moving;
    }

    /** Reads the columns from the one at {@code first}, from 1. */
    static StandingOffer read(ResultSet row, int first, Instant now) throws SQLException {
        Offer.Negotiation negotiation = new Offer.Negotiation(
                row.getString(first + 1),
                new ListingId(row.getString(first + 2)),
                row.getString(first + 3),
                row.getString(first + 4),
                row.getString(first + 5));
        DealTerms terms = new DealTerms(
                new Money(row.getLong(first + 7), row.getString(first + 8)),
                row.getString(first + 9),
                row.getString(first + 10));
        Instant expiresAt = time(row, first + 13);
        OfferState written = OfferState.ofCode(row.getString(first + 14));
        String before = row.getString(first + 15);
        boolean moving = row.getString(first + 16) != null;
        OfferState state =
                moving && before != null ? OfferState.ofCode(before) : now(written, end(row, first, expiresAt, now));
        Offer offer = new Offer(
                row.getString(first),
                negotiation,
                Offer.Party.ofCode(row.getString(first + 6)),
                terms,
                row.getString(first + 11),
                row.getString(first + 12),
                expiresAt,
                state);
        boolean made = !moving || before != null;
        return new StandingOffer(offer, made, moving, row.getString(first + 17), row.getString(first + 21));
    }

    /** What has ended it, in a state that it can end in; null for nothing. */
    private static OfferState.@Nullable Move end(ResultSet row, int first, Instant expiresAt, Instant now)
            throws SQLException {
        boolean unredeemed = row.getString(first + 17) != null && row.getString(first + 19) == null;
        if (unredeemed && !now.isBefore(time(row, first + 18))) {
            return OfferState.Move.LAPSE;
        }
        if (isUnanswered(row.getObject(first + 22, OffsetDateTime.class), now)) {
            return OfferState.Move.DECLINE;
        }
        if (!now.isBefore(expiresAt)) {
            return OfferState.Move.EXPIRE;
        }
        return row.getBoolean(first + 20) ? OfferState.Move.SELL_ANOTHER : null;
    }

    /** Silence is no, to the second, whatever was written (APR-4). */
    private static boolean isUnanswered(@Nullable OffsetDateTime until, Instant now) {
        return until != null && !until.equals(OffsetDateTime.MAX) && !now.isBefore(until.toInstant());
    }

    private static OfferState now(OfferState written, OfferState.@Nullable Move end) {
        return end == null ? written : written.after(end).orElse(written);
    }

    private static Instant time(ResultSet row, int column) throws SQLException {
        return row.getObject(column, OffsetDateTime.class).toInstant();
    }
}
