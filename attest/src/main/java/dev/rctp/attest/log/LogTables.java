package dev.rctp.attest.log;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The tables of the log on one connection. */
final class LogTables {

    private static final String LOCK = "SELECT size, looked_at_ms FROM log_state FOR UPDATE";
    private static final String STATE = "SELECT size, looked_at_ms FROM log_state";
    private static final String GROW = "UPDATE log_state SET size = ?, looked_at_ms = ? WHERE size = ?";

    /** Reads the marked heads and their last leaves, each by an index, whatever the planner thinks of how many are marked. */
    private static final String MARKED = """
            SELECT h.subject_type, h.subject_id, h.seq, h.hash, l.hash FROM (
                SELECT subject_type, subject_id, seq, hash FROM chain_head
                WHERE unlogged_ms IS NOT NULL AND seq > 0 ORDER BY unlogged_ms LIMIT ?) AS h
            LEFT JOIN LATERAL (SELECT hash FROM log_head
                WHERE subject_type = h.subject_type AND subject_id = h.subject_id LIMIT 1) AS l ON true""";

    /** A head that has changed since, or that a writer holds just now, stays marked. */
    private static final String UNMARK = """
            UPDATE chain_head SET unlogged_ms = NULL WHERE ctid = ANY (ARRAY(
                SELECT h.place FROM unnest(?::text[], ?::text[], ?::text[]) AS k(t, i, h)
                CROSS JOIN LATERAL (SELECT ctid AS place FROM chain_head
                    WHERE subject_type = k.t AND subject_id = k.i AND hash = k.h FOR UPDATE SKIP LOCKED) AS h))""";

    private static final String NODES = """
            SELECT k.l, k.p, n.hash FROM unnest(?::int2[], ?::int8[]) AS k(l, p)
            CROSS JOIN LATERAL (SELECT hash FROM log_node WHERE level = k.l AND place = k.p) AS n""";

    private static final String ADD_NODES =
            "INSERT INTO log_node (level, place, hash) SELECT * FROM unnest(?::int2[], ?::int8[], ?::bytea[])";
    private static final String PUT_HEADS = """
            INSERT INTO log_head (subject_type, subject_id, seq, hash, leaf)
            SELECT * FROM unnest(?::text[], ?::text[], ?::int8[], ?::text[], ?::int8[])
            ON CONFLICT (subject_type, subject_id)
            DO UPDATE SET seq = excluded.seq, hash = excluded.hash, leaf = excluded.leaf""";

    private static final String HEAD = "SELECT seq, hash, leaf FROM log_head WHERE subject_type = ? AND subject_id = ?";
    private static final String NEWEST =
            "SELECT size, note, signed_at_ms FROM log_checkpoint ORDER BY number DESC LIMIT 1";
    private static final String PUBLISH = "INSERT INTO log_checkpoint (size, note, signed_at_ms) VALUES (?, ?, ?)";

    private final Connection connection;

    LogTables(Connection connection) {
        this.connection = connection;
    }

    /**
     * The log's one row.
     *
     * @param size how many leaves
     * @param lookedAt when heads were last looked through
     */
    record State(long size, Instant lookedAt) {}

    /**
     * The last leaf of a chain.
     *
     * @param head the head it is of
     * @param index its number
     */
    record Leaf(Receipt head, long index) {}

    /** The state, which nobody else changes before this transaction ends. */
    State lock() throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the log is appended to in a transaction only");
        }
        return state(LOCK);
    }

    State state() throws SQLException {
        return state(STATE);
    }

    private State state(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            if (!row.next()) {
                throw new SQLException("the log has no state");
            }
            return new State(row.getLong(1), Instant.ofEpochMilli(row.getLong(2)));
        }
    }

    void grow(long from, long to, Instant lookedAt) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(GROW)) {
            statement.setLong(1, to);
            statement.setLong(2, lookedAt.toEpochMilli());
            statement.setLong(3, from);
            if (statement.executeUpdate() != 1) {
                throw new SQLException("the log grew meanwhile");
            }
        }
    }

    /**
     * A head that may be another than that of its chain's last leaf.
     *
     * @param logged the hash of the head at the last leaf; null where there is no leaf
     */
    record Marked(Receipt head, @Nullable String logged) {

        boolean changed() {
            return !head.hash().equals(logged);
        }
    }

    /** The heads that were written since they were last taken up, the longest ago first. */
    List<Marked> marked(int most) throws SQLException {
        List<Marked> marked = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(MARKED)) {
            statement.setInt(1, most);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    Subject subject = new Subject(row.getString(1), row.getString(2));
                    marked.add(new Marked(new Receipt(subject, row.getLong(3), row.getString(4)), row.getString(5)));
                }
            }
        }
        return marked;
    }

    /** These heads have their leaves: they need not be looked at again before they change. */
    void unmark(List<Marked> taken) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(UNMARK)) {
            statement.setArray(1, texts(taken, one -> one.head().subject().type()));
            statement.setArray(2, texts(taken, one -> one.head().subject().id()));
            statement.setArray(3, texts(taken, one -> one.head().hash()));
            statement.executeUpdate();
        }
    }

    /** The hashes of these subtrees, all of which are there. */
    Map<Subtree, byte[]> nodes(Collection<Subtree> wanted) throws SQLException {
        Map<Subtree, byte[]> found = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(NODES)) {
            statement.setArray(1, connection.createArrayOf("int2", column(wanted, subtree -> (short) subtree.level())));
            statement.setArray(2, connection.createArrayOf("int8", column(wanted, Subtree::place)));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.put(new Subtree(row.getInt(1), row.getLong(2)), row.getBytes(3));
                }
            }
        }
        if (!found.keySet().containsAll(wanted)) {
            throw new SQLException("the log lacks a node");
        }
        return found;
    }

    void add(Map<Subtree, byte[]> made) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADD_NODES)) {
            statement.setArray(1, connection.createArrayOf("int2", column(made.keySet(), subtree ->
                    (short) subtree.level())));
            statement.setArray(2, connection.createArrayOf("int8", column(made.keySet(), Subtree::place)));
            statement.setArray(
                    3, connection.createArrayOf("bytea", made.values().toArray(byte[][]::new)));
            statement.executeUpdate();
        }
    }

    void put(List<Leaf> leaves) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PUT_HEADS)) {
            statement.setArray(1, texts(leaves, leaf -> leaf.head().subject().type()));
            statement.setArray(2, texts(leaves, leaf -> leaf.head().subject().id()));
            statement.setArray(
                    3,
                    connection.createArrayOf(
                            "int8", column(leaves, leaf -> leaf.head().seq())));
            statement.setArray(4, texts(leaves, leaf -> leaf.head().hash()));
            statement.setArray(5, connection.createArrayOf("int8", column(leaves, Leaf::index)));
            statement.executeUpdate();
        }
    }

    Optional<Leaf> leaf(Subject subject) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(HEAD)) {
            statement.setString(1, subject.type());
            statement.setString(2, subject.id());
            try (ResultSet row = statement.executeQuery()) {
                return row.next()
                        ? Optional.of(new Leaf(new Receipt(subject, row.getLong(1), row.getString(2)), row.getLong(3)))
                        : Optional.empty();
            }
        }
    }

    Optional<SignedCheckpoint> newest() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(NEWEST);
                ResultSet row = statement.executeQuery()) {
            return row.next()
                    ? Optional.of(new SignedCheckpoint(
                            row.getLong(1), row.getString(2), Instant.ofEpochMilli(row.getLong(3))))
                    : Optional.empty();
        }
    }

    void publish(SignedCheckpoint checkpoint) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(PUBLISH)) {
            statement.setLong(1, checkpoint.size());
            statement.setString(2, checkpoint.note());
            statement.setLong(3, checkpoint.at().toEpochMilli());
            statement.executeUpdate();
        }
    }

    private <T> java.sql.Array texts(List<T> rows, Function<T, Object> column) throws SQLException {
        return connection.createArrayOf("text", column(rows, column));
    }

    private static <T> Object[] column(Collection<T> rows, Function<T, Object> column) {
        return rows.stream().map(column).toArray();
    }
}
