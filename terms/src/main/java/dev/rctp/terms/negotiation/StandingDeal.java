package dev.rctp.terms.negotiation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;

/**
 * A deal as the tables have it.
 *
 * @param id {@code dea_…}
 * @param offer the accepted offer
 * @param title the listing's title, as it is now
 * @param rules what its money hangs on
 * @param version how many events it has
 * @param committed whether its seller's agent has promised to ship, or begun to
 */
public record StandingDeal(String id, Offer offer, String title, DealRules rules, long version, boolean committed) {

    /** The columns that {@link #read} reads, of {@code deal d} and its {@code listing l}, before those of its offer. */
    static final String COLUMNS =
            "d.deal_id, l.title, d.release_condition, d.deliver_within_days, d.lapses_at, d.version, d.committed IS NOT NULL";

    private static final int WIDTH = 7;

    static StandingDeal read(ResultSet row, Instant now) throws SQLException {
        return new StandingDeal(
                row.getString(1),
                StandingOffer.read(row, WIDTH + 1, now).offer(),
                row.getString(2),
                new DealRules(
                        row.getString(3),
                        row.getInt(4),
                        row.getObject(5, OffsetDateTime.class).toInstant()),
                row.getLong(6),
                row.getBoolean(7));
    }
}
