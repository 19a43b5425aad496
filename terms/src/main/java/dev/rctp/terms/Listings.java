package dev.rctp.terms;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Money;
import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.SqlStatement;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The listings that the gateway knows (LST-9), without their private terms. */
public final class Listings {

    /** What {@link #read} reads, of {@code listing l} and its current {@code listing_terms t}. */
    static final String COLUMNS =
            "l.listing_id, l.seller, l.title, l.list_amount, l.list_currency, l.term_set, l.closed,"
                    + " t.public_terms, t.terms_commitment";

    static final int WIDTH = 9;

    private static final String FIND = "SELECT " + COLUMNS
            + " FROM listing l LEFT JOIN listing_terms t USING (listing_id, terms_commitment) WHERE l.listing_id = ?";

    // terms were approved by one seller, for one set and currency, and end with the listing, as what holds it does;
    // what the
    // marketplace says of the price is newer than a price on its way to it. The deal it is sold by stands in its own
    // row, since what else is
    // read may be older than the row that was waited for
    private static final String REGISTER = """
            INSERT INTO listing AS known (listing_id, seller, title, list_amount, list_currency, term_set)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (listing_id) DO UPDATE SET
                terms_commitment = CASE
                    WHEN (known.seller, known.term_set, known.list_currency, known.closed)
                       = (excluded.seller, excluded.term_set, excluded.list_currency, false)
                    THEN known.terms_commitment END,
                reserved_for = CASE
                    WHEN known.seller = excluded.seller AND NOT known.closed THEN known.reserved_for END,
                reserved_until = CASE
                    WHEN known.seller = excluded.seller AND NOT known.closed THEN known.reserved_until END,
                repricing = NULL, sold_by = NULL,
                seller = excluded.seller, title = excluded.title, list_amount = excluded.list_amount,
                list_currency = excluded.list_currency, term_set = excluded.term_set, closed = false
            WHERE known.sold_by IS NULL
               OR EXISTS (SELECT FROM deal d WHERE d.deal_id = known.sold_by
                          AND (d.state IN ('lapsed', 'refunded')
                               OR d.state = 'open' AND d.moving IS NULL AND d.lapses_at <= ?))""";

    private static final String CLOSE = "UPDATE listing SET closed = true WHERE listing_id = ?";

    private final DataSource database;

    /** Reads from the given database, whose schema is up to date. */
    public Listings(DataSource database) {
        this.database = database;
    }

    /** The listing; empty when the gateway was never told of it, which is a listing without terms (LST-6). */
    public Optional<PublicListing> find(ListingId id) throws SQLException {
        SqlQuery<PublicListing> query = query(id);
        try (Connection connection = database.getConnection();
                PreparedStatement find = connection.prepareStatement(query.sql())) {
            find.setString(1, id.value());
            try (ResultSet rows = find.executeQuery()) {
                return query.first(rows);
            }
        }
    }

    /** The question that {@link #find} asks, for callers with others to ask beside it. */
    public static SqlQuery<PublicListing> query(ListingId id) {
        return new SqlQuery<>(FIND, List.of(id.value()), Listings::read);
    }

    /**
     * Makes a listing known, or tells of its change (LST-9). Its approved terms stay unless seller, term set or currency
     * change, or it was closed. Touches no row where the listing was sold through a deal here: it is sold for good, unless by this time that deal
     * was refunded, or has lapsed, whether or not anybody has written that down yet (EVT-6).
     */
    public SqlStatement register(
            ListingId id, String seller, String title, Money listPrice, String termSet, Instant now) {
        return new SqlStatement(
                REGISTER, List.of(id.value(), seller, title, listPrice.amount(), listPrice.currency(), termSet, now));
    }

    /** Says that it was withdrawn or sold elsewhere (LST-9); nothing happens to a listing that is not known. */
    public SqlStatement close(ListingId id) {
        return new SqlStatement(CLOSE, List.of(id.value()));
    }

    static PublicListing read(ResultSet row) throws SQLException {
        return new PublicListing(
                new ListingId(row.getString(1)),
                row.getString(2),
                row.getString(3),
                new Money(row.getLong(4), row.getString(5)),
                row.getString(6),
                terms(row.getString(8)),
                row.getString(9),
                row.getBoolean(7));
    }

    private static @Nullable ObjectNode terms(@Nullable String json) throws SQLException {
        try {
            return json == null ? null : StrictJson.parseObject(json.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException e) {
            throw new SQLException("stored public terms are not JSON", e);
        }
    }
}
