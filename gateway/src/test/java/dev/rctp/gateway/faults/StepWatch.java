package dev.rctp.gateway.faults;

import dev.rctp.gateway.store.embedded.EmbeddedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Sees from the database how far calls have come, and holds gateways up between steps by locks, as any other client could. */
final class StepWatch implements AutoCloseable {

    private final Connection looking;
    private final Connection holding;

    private StepWatch(Connection looking, Connection holding) {
        this.looking = looking;
        this.holding = holding;
    }

    static StepWatch of(EmbeddedServer server) throws SQLException {
        Connection looking = connect(server);
        Connection holding = connect(server);
        holding.setAutoCommit(false);
        return new StepWatch(looking, holding);
    }

    private static Connection connect(EmbeddedServer server) throws SQLException {
        return DriverManager.getConnection(server.url(), server.user(), server.password());
    }

    /** No first transaction becomes durable from now on. */
    void holdBeginnings() throws SQLException {
        hold("LOCK TABLE intent IN SHARE MODE");
    }

    /** No call that is begun is closed from now on. */
    void holdEnds() throws SQLException {
        hold("SELECT id FROM intent FOR UPDATE");
    }

    /** No seller's answer becomes durable from now on. */
    void holdAnswers() throws SQLException {
        hold("SELECT approval_id FROM approval WHERE state = 'pending' FOR NO KEY UPDATE");
    }

    /** No approval is told what became of its call from now on. */
    void holdResults() throws SQLException {
        hold("SELECT approval_id FROM approval WHERE state = 'approved' AND result IS NULL FOR NO KEY UPDATE");
    }

    /** How many calls that sellers have approved have no result. */
    int approvedAndOpen() throws SQLException {
        return count("SELECT count(*) FROM approval WHERE state = 'approved' AND result IS NULL");
    }

    /** How many tokens of held calls there are. */
    int tokens() throws SQLException {
        return count("SELECT count(*) FROM approval WHERE held IS NOT NULL");
    }

    private void hold(String lock) throws SQLException {
        try (Statement statement = holding.createStatement()) {
            statement.execute(lock);
        }
    }

    /** Lets all go on. */
    void letGo() throws SQLException {
        holding.rollback();
    }

    /** Whether a gateway waits for a lock with such a statement. */
    boolean waiting(String statement) throws SQLException {
        return count(
                        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE ?",
                        statement + "%")
                > 0;
    }

    /** How many calls are begun and not closed, or leave an offer, a deal or a price in motion. */
    int unfinished() throws SQLException {
        return count("SELECT greatest((SELECT count(*) FROM intent),"
                + " (SELECT count(*) FROM offer WHERE moving IS NOT NULL),"
                + " (SELECT count(*) FROM deal WHERE moving IS NOT NULL),"
                + " (SELECT count(*) FROM listing WHERE repricing IS NOT NULL))");
    }

    /** How many of these calls have an answer that is durable. */
    int answered(List<BargainCall> calls) throws SQLException {
        int answered = 0;
        for (BargainCall call : calls) {
            answered +=
                    count("SELECT count(*) FROM call WHERE idempotency_key = ? AND outcome IS NOT NULL", call.key());
        }
        return answered;
    }

    private int count(String sql, String... arguments) throws SQLException {
        try (PreparedStatement statement = looking.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        looking.close();
        holding.close();
    }
}
