package dev.rctp.attest;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads chains out of PostgreSQL (REC-4); safe for concurrent use. */
public final class Chains {

    private static final String ENTRIES =
            "SELECT jcs FROM entry WHERE subject_type = ? AND subject_id = ? AND seq >= ? ORDER BY seq LIMIT ?";
    private static final String HEAD =
            "SELECT seq, hash FROM chain_head WHERE subject_type = ? AND subject_id = ? AND seq > 0";

    private static final String OPENINGS = """
            SELECT seq, path, salt, value FROM opening
            WHERE subject_type = ? AND subject_id = ? AND seq >= ? AND seq < ?
              AND party = ANY (?) AND (person IS NULL OR person = ?) ORDER BY seq, path""";
    private static final String ALL_OPENINGS = """
            SELECT seq, path, salt, value FROM opening
            WHERE subject_type = ? AND subject_id = ? AND seq >= ? AND seq < ? ORDER BY seq, path""";
    private static final String OPENINGS_OF = """
            SELECT seq, path, salt, value FROM opening
            WHERE subject_type = ? AND subject_id = ? AND seq >= ? AND seq < ?
              AND (person = ? OR person IS NULL AND (party = ? OR seq = ANY (?))) ORDER BY seq, path""";

    private final DataSource database;

    /** Reads from this database. */
    public Chains(DataSource database) {
        this.database = database;
    }

    /**
     * The stored JCS bytes of a chain's entries, in order, from number {@code from} (1 is the first), {@code limit} at most; empty for an unknown subject.
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public List<byte[]> entries(Subject subject, long from, int limit) throws LedgerUnavailableException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(ENTRIES)) {
            statement.setString(1, subject.type());
            statement.setString(2, subject.id());
            statement.setLong(3, from);
            statement.setInt(4, limit);
            return jcs(statement);
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the entries of a chain could not be read", e);
        }
    }

    /**
     * The place of a chain's last entry; empty for a subject without entries.
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public Optional<Receipt> head(Subject subject) throws LedgerUnavailableException {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(HEAD)) {
            statement.setString(1, subject.type());
            statement.setString(2, subject.id());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new Receipt(subject, row.getLong(1), row.getString(2)))
                        : Optional.empty();
            }
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the head of a chain could not be read", e);
        }
    }

    /**
     * The chain's entries from number {@code from}, {@code limit} at most, with what whoever is these parties may know beyond them (REC-6).
     *
     * @param person for whom they act; null for nobody, who then reads nothing that is about a person
     * @throws LedgerUnavailableException when the database does not answer
     */
    public ChainPart part(Subject subject, List<String> parties, @Nullable String person, long from, int limit)
            throws LedgerUnavailableException {
        List<byte[]> entries = entries(subject, from, limit);
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(OPENINGS)) {
            statement.setString(1, subject.type());
            statement.setString(2, subject.id());
            of(entries, from, statement);
            statement.setArray(5, connection.createArrayOf("text", parties.toArray()));
            statement.setString(6, person);
            return new ChainPart(entries, openings(statement));
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the openings of a chain could not be read", e);
        }
    }

    /**
     * The same with what anyone may know beyond the entries: for the marketplace's own export alone (REC-6).
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public ChainPart openPart(Subject subject, long from, int limit) throws LedgerUnavailableException {
        List<byte[]> entries = entries(subject, from, limit);
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(ALL_OPENINGS)) {
            statement.setString(1, subject.type());
            statement.setString(2, subject.id());
            of(entries, from, statement);
            return new ChainPart(entries, openings(statement));
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the openings of a chain could not be read", e);
        }
    }

    /**
     * The same with what is about this person, or about nobody and of a call by this key: of a chain that others have entries in too (REC-6).
     *
     * @throws LedgerUnavailableException when the database does not answer
     */
    public ChainPart openPart(Subject subject, String person, String caller, long from, int limit)
            throws LedgerUnavailableException {
        List<byte[]> entries = entries(subject, from, limit);
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(OPENINGS_OF)) {
            statement.setString(1, subject.type());
            statement.setString(2, subject.id());
            of(entries, from, statement);
            statement.setString(5, person);
            statement.setString(6, caller);
            statement.setArray(7, connection.createArrayOf("bigint", calls(entries, from, caller)));
            return new ChainPart(entries, openings(statement));
        } catch (SQLException e) {
            throw LedgerUnavailableException.of("the openings of a chain could not be read", e);
        } catch (InvalidJsonException e) {
            throw new LedgerUnavailableException("an entry of a chain is not I-JSON", e);
        }
    }

    /** The numbers of the entries that name this key as the caller's. */
    private static Object[] calls(List<byte[]> entries, long from, String caller) throws InvalidJsonException {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            JsonNode body = StrictJson.parseObject(entries.get(i)).path("body");
            if (body.path("caller").asString("").equals(caller)) {
                numbers.add(from + i);
            }
        }
        return numbers.toArray();
    }

    /** Only openings of the entries that were read: the chain may have grown since, and an opening without its entry makes a record unsound (REC-4). */
    private static void of(List<byte[]> entries, long from, PreparedStatement openings) throws SQLException {
        openings.setLong(3, from);
        openings.setLong(4, from + entries.size());
    }

    private static List<byte[]> openings(PreparedStatement statement) throws SQLException {
        List<byte[]> openings = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String known = "{\"seq\":" + rows.getLong(1) + ",\"path\":\"" + rows.getString(2) + "\",\"salt\":\""
                        + rows.getString(3) + "\",\"value\":" + rows.getString(4) + "}";
                openings.add(known.getBytes(StandardCharsets.UTF_8));
            }
        }
        return openings;
    }

    private static List<byte[]> jcs(PreparedStatement statement) throws SQLException {
        List<byte[]> entries = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                entries.add(rows.getBytes(1));
            }
        }
        return entries;
    }
}
