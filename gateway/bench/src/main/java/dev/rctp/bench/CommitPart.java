package dev.rctp.bench;

import dev.rctp.registries.Sha256;
import java.security.SecureRandom;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.LongStream;
import javax.sql.DataSource;

/** A batched commit: the heads of fifty chains locked, fifty ready entries and the new heads written, committed. */
final class CommitPart {

    private static final int ENTRIES = 50;
    private static final int ENTRY_BYTES = 1200; // its members and its JWS, which has them again in base64

    private static final String LOCK = """
            SELECT k.t, k.i, h.seq, h.hash, h.at_ms FROM unnest(?::text[], ?::text[]) AS k(t, i)
            CROSS JOIN LATERAL (SELECT seq, hash, at_ms FROM chain_head
                WHERE subject_type = k.t AND subject_id = k.i FOR UPDATE) AS h""";

    private static final String APPEND = """
            WITH appended AS (
                INSERT INTO entry (subject_type, subject_id, seq, jcs, hash)
                SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::bytea[], ?::text[]))
            INSERT INTO chain_head AS h (subject_type, subject_id, seq, hash, at_ms)
            SELECT * FROM unnest(?::text[], ?::text[], ?::bigint[], ?::text[], ?::bigint[])
            ON CONFLICT (subject_type, subject_id)
            DO UPDATE SET seq = EXCLUDED.seq, hash = EXCLUDED.hash, at_ms = EXCLUDED.at_ms,
                unlogged_ms = coalesce(h.unlogged_ms, EXCLUDED.at_ms)""";

    private final DataSource database;
    private final String[] types = filled("part");
    private final String[] ids = new String[ENTRIES];
    private final String[] hashes;
    private final byte[][] entries = new byte[ENTRIES][ENTRY_BYTES];
    private final ThreadCpu commit = new ThreadCpu();
    private long seq;

    CommitPart(DataSource database) {
        this.database = database;
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < ENTRIES; i++) {
            ids[i] = "bench-" + (100 + i);
            random.nextBytes(entries[i]);
        }
        this.hashes = filled(Sha256.text(entries[0]));
    }

    private static String[] filled(String text) {
        String[] texts = new String[ENTRIES];
        Arrays.fill(texts, text);
        return texts;
    }

    /** One such transaction. */
    void once() throws Exception {
        seq++;
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            commit.spend(() -> {
                lock(connection);
                append(connection);
                connection.commit();
            });
        }
    }

    private void lock(Connection connection) throws SQLException {
        try (PreparedStatement lock = connection.prepareStatement(LOCK)) {
            lock.setArray(1, connection.createArrayOf("text", types));
            lock.setArray(2, connection.createArrayOf("text", ids));
            try (ResultSet row = lock.executeQuery()) {
                while (row.next()) {
                    row.getLong(3);
                    row.getString(4);
                }
            }
        }
    }

    private void append(Connection connection) throws SQLException {
        Array seqs = connection.createArrayOf(
                "int8", LongStream.generate(() -> seq).limit(ENTRIES).boxed().toArray());
        try (PreparedStatement append = connection.prepareStatement(APPEND)) {
            append.setArray(1, connection.createArrayOf("text", types));
            append.setArray(2, connection.createArrayOf("text", ids));
            append.setArray(3, seqs);
            append.setArray(4, connection.createArrayOf("bytea", entries));
            append.setArray(5, connection.createArrayOf("text", hashes));
            append.setArray(6, connection.createArrayOf("text", types));
            append.setArray(7, connection.createArrayOf("text", ids));
            append.setArray(8, seqs);
            append.setArray(9, connection.createArrayOf("text", hashes));
            append.setArray(10, seqs);
            append.executeUpdate();
        }
    }

    /** Starts the measurement. */
    void reset() {
        commit.reset();
    }

    /** Microseconds for the two entries of one call. */
    double micros() {
        return commit.micros() * 2 / ENTRIES;
    }
}
