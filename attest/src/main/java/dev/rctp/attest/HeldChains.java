package dev.rctp.attest;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import javax.sql.DataSource;

/** Remembers which chains' heads another transaction was found to hold, so that their units wait no second time. Writer's thread only. */
final class HeldChains {

    private static final String KNOWN = """
            SELECT h.subject_type, h.subject_id FROM unnest(?::text[], ?::text[]) AS k(t, i)
            JOIN chain_head h ON h.subject_type = k.t AND h.subject_id = k.i""";

    private static final String FREE = KNOWN + " FOR UPDATE OF h SKIP LOCKED";

    private final DataSource database;
    private Set<Subject> held = Set.of();

    HeldChains(DataSource database) {
        this.database = database;
    }

    /** Those that were held when last asked and still are; asks the database only when there were any. */
    Set<Subject> still() throws SQLException {
        return held.isEmpty() ? held : among(held);
    }

    /** Those of these, and of those remembered, that are held now; they are what is remembered from now on. A chain that another transaction is only beginning is not seen. */
    Set<Subject> among(Collection<Subject> subjects) throws SQLException {
        Set<Subject> asked = new TreeSet<>(held);
        asked.addAll(subjects);
        try (Connection connection = database.getConnection()) {
            Set<Subject> now = new TreeSet<>(select(KNOWN, connection, asked));
            now.removeAll(select(FREE, connection, asked));
            held = now;
            return now;
        }
    }

    private static Set<Subject> select(String sql, Connection connection, Collection<Subject> subjects)
            throws SQLException {
        String[] types = subjects.stream().map(Subject::type).toArray(String[]::new);
        String[] ids = subjects.stream().map(Subject::id).toArray(String[]::new);
        Set<Subject> found = new TreeSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setArray(1, connection.createArrayOf("text", types));
            statement.setArray(2, connection.createArrayOf("text", ids));
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    found.add(new Subject(row.getString(1), row.getString(2)));
                }
            }
        }
        return found;
    }
}
