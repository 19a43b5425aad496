package dev.rctp.terms;

import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Seals with the current key what an older one sealed (LST-4). Each row changes by a write that asks for the box it was opened from: gateways may
 * run meanwhile, it may be stopped anywhere, and two at once do no harm.
 */
public final class TermsKeyRotation {

    private static final String OLDER = """
            SELECT listing_id, terms_commitment, sealing_key_id, sealed_terms FROM listing_terms
            WHERE sealing_key_id <> ? AND (listing_id, terms_commitment) > (?, ?)
            ORDER BY listing_id, terms_commitment LIMIT ?""";
    private static final String RESEAL = """
            UPDATE listing_terms SET sealed_terms = ?, sealing_key_id = ?
            WHERE listing_id = ? AND terms_commitment = ? AND sealing_key_id = ? AND sealed_terms = ?""";
    private static final String LEFT =
            "SELECT sealing_key_id, count(*) FROM listing_terms WHERE sealing_key_id <> ? GROUP BY 1";

    private final DataSource database;
    private final SealingKeys keys;
    private final SecureRandom random;
    private final int batch;

    /**
     * Creates it.
     *
     * @param batch how many terms share a transaction
     */
    public TermsKeyRotation(DataSource database, SealingKeys keys, SecureRandom random, int batch) {
        this.database = database;
        this.keys = keys;
        this.random = random;
        this.batch = batch;
    }

    /**
     * What came of it.
     *
     * @param resealed how many terms have the current key by this
     * @param left how many terms still have another, by its id: they can't be opened, or were sealed meanwhile
     */
    public record Report(int resealed, Map<String, Integer> left) {

        /** Keeps its own copy. */
        public Report {
            left = Map.copyOf(left);
        }
    }

    private record Row(String listing, String commitment, SealedTerms sealed) {}

    /** Seals anew all that it can open. */
    public Report run() throws SQLException {
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            int resealed = 0;
            List<Row> rows = older("", "", connection);
            while (!rows.isEmpty()) {
                for (Row row : rows) {
                    resealed += reseal(row, connection);
                }
                connection.commit();
                rows = older(rows.getLast().listing(), rows.getLast().commitment(), connection);
            }
            return new Report(resealed, left(connection));
        }
    }

    /** The next rows after this place, so that one which can't be opened is passed by once. */
    private List<Row> older(String listing, String commitment, Connection connection) throws SQLException {
        try (PreparedStatement older = connection.prepareStatement(OLDER)) {
            older.setString(1, keys.current().id());
            older.setString(2, listing);
            older.setString(3, commitment);
            older.setInt(4, batch);
            List<Row> rows = new ArrayList<>();
            try (ResultSet found = older.executeQuery()) {
                while (found.next()) {
                    SealedTerms sealed = new SealedTerms(found.getString(3), found.getBytes(4));
                    rows.add(new Row(found.getString(1), found.getString(2), sealed));
                }
            }
            return rows;
        }
    }

    private int reseal(Row row, Connection connection) throws SQLException {
        Optional<SealedTerms> anew = anew(row);
        if (anew.isEmpty()) {
            return 0;
        }
        try (PreparedStatement reseal = connection.prepareStatement(RESEAL)) {
            reseal.setBytes(1, anew.get().box());
            reseal.setString(2, anew.get().keyId());
            reseal.setString(3, row.listing());
            reseal.setString(4, row.commitment());
            reseal.setString(5, row.sealed().keyId());
            reseal.setBytes(6, row.sealed().box());
            return reseal.executeUpdate();
        }
    }

    /** The same terms under the current key; empty for terms that can't be opened. */
    private Optional<SealedTerms> anew(Row row) {
        ListingId listing = new ListingId(row.listing());
        try {
            TermsOpening opening = row.sealed().open(listing, row.commitment(), keys);
            return Optional.of(SealedTerms.seal(opening, listing, keys.current(), random));
        } catch (IllegalStateException e) { // no such key, or altered: both are counted at the end
            return Optional.empty();
        }
    }

    private Map<String, Integer> left(Connection connection) throws SQLException {
        try (PreparedStatement left = connection.prepareStatement(LEFT)) {
            left.setString(1, keys.current().id());
            Map<String, Integer> byKey = new TreeMap<>();
            try (ResultSet found = left.executeQuery()) {
                while (found.next()) {
                    byKey.put(found.getString(1), found.getInt(2));
                }
            }
            return byKey;
        }
    }
}
