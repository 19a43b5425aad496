package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
import dev.rctp.attest.EntrySigner;
import dev.rctp.attest.GroupCommit;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** A database with a listing on which offers and questions of any operator's agents can be open. */
final class OpenAffairs implements AutoCloseable {

    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private static final String LISTING = """
            INSERT INTO listing_terms VALUES ('l1', 'c1', 's', '{}', '', 'k', now());
            INSERT INTO listing (listing_id, seller, title, list_amount, list_currency, term_set, terms_commitment)
            VALUES ('l1', 'seller-1', 'A lamp', 90000, 'EUR', 's', 'c1')""";
    private static final String NEGOTIATION = "INSERT INTO negotiation VALUES (?, 'l1', 'seller-1', ?, ?)";
    private static final String OFFER = """
            INSERT INTO offer (offer_id, negotiation_id, listing_id, made_by, amount, currency, fulfillment, payment,
                               terms_commitment, expires_at, made_at, state, operator)
            VALUES (?, ?, 'l1', 'buyer', 80000, 'EUR', 'shipping', 'escrow', 'c1',
                    timestamptz '2026-11-30 13:00Z', timestamptz '2026-11-30 11:00Z', 'open', ?)""";
    private final Database database;
    private final GroupCommit ledger;

    private OpenAffairs(Database database, GroupCommit ledger) {
        this.database = database;
        this.ledger = ledger;
    }

    static OpenAffairs open(Path folder) throws Exception {
        Database database = Database.open(
                new StoreConfig.Embedded(folder, 8),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        OpenAffairs open = new OpenAffairs(
                database,
                new GroupCommit(database.dataSource(), new Unread(), Instant::now, GroupCommit.Settings.defaults())
                        .start());
        open.execute(LISTING);
        return open;
    }

    /** Entries are written here and read by nobody. */
    private static final class Unread implements EntrySigner {
        @Override
        public String keyId() {
            return "unread";
        }

        @Override
        public byte[] sign(byte[] data) {
            return new byte[64];
        }
    }

    DataSource source() {
        return database.dataSource();
    }

    GroupCommit ledger() {
        return ledger;
    }

    void offer(String id, String operator) throws SQLException {
        execute(NEGOTIATION, "neg_" + id, operator, "agent_" + id);
        execute(OFFER, id, "neg_" + id, operator);
    }

    void question(String id, String operator, Instant expiresAt) throws Exception {
        Question question = new Question(
                id,
                "offer.accept",
                new Question.Asking("agent-1", "agent", operator),
                "seller-1",
                JsonNodeFactory.instance.objectNode(),
                new Question.Chain("listing", "l1"),
                "sha-256:" + "0".repeat(64),
                JsonNodeFactory.instance.objectNode(),
                expiresAt);
        List<Statement> held = Approvals.hold(question, id, new HeldCall("k", new byte[1]), 10, NOW).stream()
                .map(write -> Statements.of(write.getValue()))
                .toList();
        ledger.commit(new Unit(List.of(), List.of(), receipts -> held));
    }

    /** The same, but that its row can't be read. */
    void unreadable(String id, String operator, Instant expiresAt) throws Exception {
        question(id, operator, expiresAt);
        execute("UPDATE approval SET question = 'not a question' WHERE approval_id = ?", id);
    }

    void execute(String sql, @Nullable String... arguments) throws SQLException {
        try (Connection connection = source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            statement.execute();
        }
    }

    String text(String sql, String... arguments) throws SQLException {
        try (Connection connection = source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, arguments);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return String.valueOf(rows.getString(1));
            }
        }
    }

    private static void bind(PreparedStatement statement, @Nullable String... arguments) throws SQLException {
        for (int i = 0; i < arguments.length; i++) {
            statement.setString(i + 1, arguments[i]);
        }
    }

    String offerState(String id) throws SQLException {
        return text("SELECT state FROM offer WHERE offer_id = ?", id);
    }

    String questionState(String id) throws SQLException {
        return text("SELECT state FROM approval WHERE approval_id = ?", id);
    }

    @Override
    public void close() {
        ledger.close();
        database.close();
    }
}
