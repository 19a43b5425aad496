package dev.rctp.terms.negotiation;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.registries.Money;
import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.SqlStatement;
import dev.rctp.terms.ApprovedTerms;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.SampleTerms;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A PostgreSQL server of its own with the tables of this module, and one listing with approved terms. */
final class Ground implements AutoCloseable {

    static final ListingId LISTING = new ListingId("lst-1");
    static final String SELLER = "sub-1";
    static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final EmbeddedPostgres server;
    private final HikariDataSource pool;
    private final Listings listings;
    private final ListingService service = new ListingService(
            Map.of("goods.small/1", SampleTerms.GOODS), SampleTerms.keys(), new SecureRandom(), () -> NOW);

    Ground() throws IOException {
        server = EmbeddedPostgres.start();
        HikariConfig config = new HikariConfig();
        config.setDataSource(server.getPostgresDatabase());
        config.setMaximumPoolSize(25);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
        Flyway.configure()
                .dataSource(pool)
                .locations("classpath:db/terms")
                .load()
                .migrate();
        listings = new Listings(pool);
    }

    @Override
    public void close() throws IOException {
        pool.close();
        server.close();
    }

    /** Empties all tables and lists one thing for 900.00 with this floor, in this currency; what its terms are known by. */
    PublicListing list(long floor, String currency) throws SQLException {
        execute("TRUNCATE price_budget, deal, checkout, offer, negotiation, listing, listing_terms");
        carryOut(List.of(listings.register(
                LISTING, SELLER, "Bicycle", new Money(90_000, currency), "goods.small/1", Instant.EPOCH)));
        return approve(floor, currency);
    }

    /** New terms for it. */
    PublicListing approve(long floor, String currency) throws SQLException {
        return approveIfAsJudged(floor, currency).orElseThrow();
    }

    /** New terms for it, unless something about it keeps them from being its terms. */
    Optional<PublicListing> approveIfAsJudged(long floor, String currency) throws SQLException {
        PublicListing listing = listings.find(LISTING).orElseThrow();
        ApprovedTerms approved = (ApprovedTerms) service.approveTerms(listing, "goods.small/1", terms(floor, currency));
        Beginning beginning = new Beginning(List.of(Map.entry("listing", approved.condition())), approved.statements());
        return begin(beginning).isEmpty() ? Optional.of(approved.listing()) : Optional.empty();
    }

    private static JsonNode terms(long floor, String currency) {
        return SampleTerms.json("""
                {"floor": {"amount": %d, "currency": "%s"}, "available_until": "2027-06-30T18:00:00Z",
                 "fulfillment_options": ["shipping"], "payment_terms": ["escrow"], "deliver_within_days": 5}""".formatted(floor, currency));
    }

    /** It is withdrawn, as the management API does it. */
    void withdraw(Instant now) throws SQLException {
        List<SqlStatement> statements = new ArrayList<>(List.of(listings.close(LISTING)));
        statements.addAll(Moves.declineAll(LISTING, now));
        carryOut(statements);
    }

    /** It is told of again, as the management API does it; whether it is so now. */
    boolean tell(String seller, Money price, Instant now) throws SQLException {
        boolean closed = listings.find(LISTING).orElseThrow().closed();
        List<SqlStatement> ended = new ArrayList<>(Moves.declineFormer(LISTING, now));
        if (closed) {
            ended.addAll(Moves.declineAll(LISTING, now));
        }
        SqlStatement register = listings.register(LISTING, seller, "Bicycle", price, "goods.small/1", Instant.EPOCH);
        return begin(new Beginning(List.of(Map.entry("unsold", register)), ended))
                .isEmpty();
    }

    /** As the ledger does it: guards in their order, each of which must touch one row, then the writes; the guard that was lost. */
    Optional<String> begin(Beginning beginning) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (Map.Entry<String, SqlStatement> guard : beginning.guards()) {
                if (rows(connection, guard.getValue()) != 1) {
                    connection.rollback();
                    return Optional.of(guard.getKey());
                }
            }
            for (SqlStatement write : beginning.writes()) {
                rows(connection, write);
            }
            connection.commit();
            return Optional.empty();
        }
    }

    /** All of them or none. */
    void carryOut(List<SqlStatement> statements) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (SqlStatement statement : statements) {
                rows(connection, statement);
            }
            connection.commit();
        }
    }

    void execute(String sql) throws SQLException {
        carryOut(List.of(new SqlStatement(sql, List.of())));
    }

    /** Rows that stay locked until the connection is closed. */
    Connection holding(String sql) throws SQLException {
        Connection connection = pool.getConnection();
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
        return connection;
    }

    /** How many transactions wait for a lock that another one has. */
    long waiting() throws SQLException {
        String sql = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
        return ask(new SqlQuery<>(sql, List.of(), row -> row.getLong(1))).orElseThrow();
    }

    /** The first row that answers. */
    <T> Optional<T> ask(SqlQuery<T> question) throws SQLException {
        List<T> all = list(question);
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getFirst());
    }

    <T> List<T> list(SqlQuery<T> question) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection.prepareStatement(question.sql())) {
            bind(statement, question.arguments());
            List<T> all = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    all.add(question.reader().read(rows));
                }
            }
            return all;
        }
    }

    /** Every row of every table but the budgets, as text and in a fixed order. */
    List<String> rows() throws SQLException {
        return list(new SqlQuery<>("""
                SELECT r FROM (SELECT 'listing' t, l::text r FROM listing l
                    UNION ALL SELECT 'negotiation', n::text FROM negotiation n
                    UNION ALL SELECT 'offer', o::text FROM offer o
                    UNION ALL SELECT 'checkout', c::text FROM checkout c
                    UNION ALL SELECT 'deal', d::text FROM deal d) s ORDER BY t, r""", List.of(), row -> row.getString(1)));
    }

    private static int rows(Connection connection, SqlStatement statement) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
            bind(prepared, statement.arguments());
            return prepared.executeUpdate();
        }
    }

    private static void bind(PreparedStatement prepared, List<? extends @Nullable Object> arguments)
            throws SQLException {
        for (int i = 0; i < arguments.size(); i++) {
            Object argument = arguments.get(i);
            prepared.setObject(i + 1, argument instanceof Instant at ? at.atOffset(ZoneOffset.UTC) : argument);
        }
    }
}
