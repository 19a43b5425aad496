package dev.rctp.attest;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** The tables of the chains within one open transaction. */
final class ChainTables {

    /** One index look-up per subject, in the given order, whatever the planner thinks of the table's size. */
    private static final String LOCK = """
            SELECT k.t, k.i, h.seq, h.hash, h.at_ms FROM unnest(?::text[], ?::text[]) AS k(t, i)
            CROSS JOIN LATERAL (SELECT seq, hash, at_ms FROM chain_head
                WHERE subject_type = k.t AND subject_id = k.i FOR UPDATE) AS h""";

    private static final String BEGIN = """
            INSERT INTO chain_head (subject_type, subject_id, seq, hash, at_ms, unlogged_ms)
            SELECT k.t, k.i, 0, k.h, 0, NULL FROM unnest(?::text[], ?::text[], ?::text[]) AS k(t, i, h)
            ON CONFLICT DO NOTHING""";

    /** A head that changes again before the log takes it up keeps the time of its first change. */
    private static final String APPEND = """
            WITH appended AS (
                INSERT INTO entry (subject_type, subject_id, seq, jcs, hash)
                SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bytea[], ?::text[]))
            INSERT INTO chain_head AS h (subject_type, subject_id, seq, hash, at_ms)
            SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[])
            ON CONFLICT (subject_type, subject_id)
            DO UPDATE SET seq = EXCLUDED.seq, hash = EXCLUDED.hash, at_ms = EXCLUDED.at_ms,
                unlogged_ms = coalesce(h.unlogged_ms, EXCLUDED.at_ms)""";

    private final Connection connection;

    /** Insists on a transaction: locks taken without one protect nothing (B85). */
    ChainTables(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("chains are appended to in a transaction only");
        }
        this.connection = connection;
    }

    /** Locks the heads of these chains in the order of their subjects, beginning the chains that do not exist. */
    Map<Subject, ChainHead> lock(SortedSet<Subject> subjects) throws SQLException {
        Map<Subject, ChainHead> heads = new TreeMap<>();
        lock(subjects, heads);
        SortedSet<Subject> missing = new TreeSet<>(subjects);
        missing.removeAll(heads.keySet());
        if (!missing.isEmpty()) {
            begin(missing);
            lock(missing, heads);
        }
        return heads;
    }

    /** Stores the entries, and the new heads of their chains, which are locked. */
    void append(List<MadeEntry> entries, Map<Subject, ChainHead> heads) throws SQLException {
        Collection<Map.Entry<Subject, ChainHead>> ends = heads.entrySet();
        try (PreparedStatement statement = connection.prepareStatement(APPEND)) {
            statement.setArray(1, texts(entries, e -> e.subject().type()));
            statement.setArray(2, texts(entries, e -> e.subject().id()));
            statement.setArray(3, numbers(entries, MadeEntry::seq));
            statement.setArray(4, array("bytea", entries, MadeEntry::jcs, new byte[entries.size()][]));
            statement.setArray(5, texts(entries, MadeEntry::hash));
            statement.setArray(6, texts(ends, e -> e.getKey().type()));
            statement.setArray(7, texts(ends, e -> e.getKey().id()));
            statement.setArray(8, numbers(ends, e -> e.getValue().seq()));
            statement.setArray(9, texts(ends, e -> e.getValue().hash()));
            statement.setArray(10, numbers(ends, e -> e.getValue().atMillis()));
            statement.executeUpdate();
        }
    }

    private void lock(SortedSet<Subject> subjects, Map<Subject, ChainHead> heads) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            statement.setArray(1, texts(subjects, Subject::type));
            statement.setArray(2, texts(subjects, Subject::id));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    ChainHead head = new ChainHead(row.getLong(3), row.getString(4), row.getLong(5));
                    heads.put(new Subject(row.getString(1), row.getString(2)), head);
                }
            }
        }
    }

    private void begin(SortedSet<Subject> subjects) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(BEGIN)) {
            statement.setArray(1, texts(subjects, Subject::type));
            statement.setArray(2, texts(subjects, Subject::id));
            statement.setArray(3, texts(subjects, ChainHead::genesis));
            statement.executeUpdate();
        }
    }

    private <T> Array texts(Collection<T> rows, Function<T, String> column) throws SQLException {
        return array("text", rows, column, new String[rows.size()]);
    }

    private <T> Array numbers(Collection<T> rows, Function<T, Long> column) throws SQLException {
        return array("int8", rows, column, new Long[rows.size()]);
    }

    private <T, V> Array array(String type, Collection<T> rows, Function<T, V> column, V[] values) throws SQLException {
        int i = 0;
        for (T row : rows) {
            values[i++] = column.apply(row);
        }
        return connection.createArrayOf(type, values);
    }
}
