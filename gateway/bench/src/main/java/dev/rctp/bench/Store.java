package dev.rctp.bench;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import dev.rctp.registries.SqlStatement;
import dev.rctp.terms.ApprovedTerms;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.Listings;
import dev.rctp.terms.SealingKey;
import dev.rctp.terms.SealingKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A durable PostgreSQL with listings whose terms are approved. */
final class Store implements AutoCloseable {

    /** Whose listings they are. */
    static final String SELLER = "seller-3Jk2vXq8";

    /** Enough for concurrent calls to seldom meet in one chain. */
    static final int LISTINGS = 200;

    private static final String TERM_SET = "goods.small/1";
    private static final String OFFER_PREFIX = "off_bench-";

    private static final String FOR_SALE_TERMS = """
            INSERT INTO listing_terms (listing_id, terms_commitment, term_set, public_terms, sealed_terms, sealing_key_id, approved_at)
            SELECT 'sale-' || n, terms_commitment, term_set, public_terms, sealed_terms, sealing_key_id, approved_at
            FROM listing_terms, generate_series(0, ? - 1) n WHERE listing_id = 'bench-0'""";
    private static final String FOR_SALE = """
            INSERT INTO listing (listing_id, seller, title, list_amount, list_currency, term_set, terms_commitment)
            SELECT 'sale-' || n, seller, title, list_amount, list_currency, term_set, terms_commitment
            FROM listing, generate_series(0, ? - 1) n WHERE listing_id = 'bench-0'""";
    private static final String NEGOTIATIONS = """
            INSERT INTO negotiation (negotiation_id, listing_id, seller, operator, buyer)
            SELECT 'neg_bench-' || n, 'sale-' || n, ?, ?, ? FROM generate_series(0, ? - 1) n""";
    private static final String OFFERS = """
            INSERT INTO offer (offer_id, negotiation_id, listing_id, made_by, amount, currency, fulfillment, payment,
                               terms_commitment, expires_at, made_at, state, operator)
            SELECT 'off_bench-' || n, 'neg_bench-' || n, listing_id, 'buyer', 22000, 'EUR', 'shipping', 'escrow',
                   terms_commitment, now() + interval '1 day', now(), 'open',
                   (SELECT operator FROM negotiation WHERE negotiation_id = 'neg_bench-' || n)
            FROM generate_series(0, ? - 1) n JOIN listing_terms ON listing_id = 'sale-' || n""";
    private static final String CHAINS = """
            INSERT INTO chain_head (subject_type, subject_id, seq, hash, at_ms)
            SELECT 'negotiation', 'neg_bench-' || n, 2, 'sha-256:' || repeat('5e', 32), 0
            FROM generate_series(0, ? - 1) n""";

    private final EmbeddedServer server;
    private final Database database;

    private Store(EmbeddedServer server, Database database) {
        this.server = server;
        this.database = database;
    }

    /** Starts the server on an empty folder and makes the listings. */
    static Store start(Path folder, Path binaryCache, SealingKey key) throws Exception {
        EmbeddedServer server = EmbeddedServer.start(folder, ServerBinaries.unpack(binaryCache));
        Database database = Database.open(config(server), binaryCache);
        Store store = new Store(server, database);
        store.fill(key);
        return store;
    }

    private static StoreConfig config(EmbeddedServer server) {
        return new StoreConfig.External(server.url(), server.user(), new Secret(server.password()), 4);
    }

    /** The JDBC URL. */
    String url() {
        return server.url();
    }

    /** The user. */
    String user() {
        return server.user();
    }

    /** The user's password. */
    String password() {
        return server.password();
    }

    /** The path that answers a buyer on one of the listings. */
    static String answersPath(int call) {
        return "/listings/" + listing(call % LISTINGS) + "/answers";
    }

    /** The path that offers on one of the listings. */
    static String offersPath(int call) {
        return "/listings/" + listing(call % LISTINGS) + "/offers";
    }

    /** The path that accepts this one of the offers that {@link #offers} made. */
    static String acceptPath(int number) {
        return "/offers/" + OFFER_PREFIX + number + "/accept";
    }

    /** Makes so many open offers of this buyer, each on a listing of its own, with what goes before an offer in its chain. */
    void offers(int count, String operator, String buyer) throws SQLException {
        run(List.of(
                new SqlStatement(FOR_SALE_TERMS, List.of(count)),
                new SqlStatement(FOR_SALE, List.of(count)),
                new SqlStatement(NEGOTIATIONS, List.of(SELLER, operator, buyer, count)),
                new SqlStatement(OFFERS, List.of(count)),
                new SqlStatement(CHAINS, List.of(count))));
    }

    private static String listing(int number) {
        return "bench-" + number;
    }

    private void fill(SealingKey key) throws SQLException, IOException {
        Listings listings = new Listings(database.dataSource());
        ListingService service = new ListingService(
                Registries.load().termSets(),
                new SealingKeys(key, List.of()),
                new SecureRandom(),
                InstantSource.system());
        for (int number : IntStream.range(0, LISTINGS).toArray()) {
            ListingId id = new ListingId(listing(number));
            run(List.of(listings.register(id, SELLER, "A phone", new Money(25_000, "EUR"), TERM_SET, java.time.Instant.now())));
            var known = listings.find(id).orElseThrow();
            if (!(service.approveTerms(known, TERM_SET, terms()) instanceof ApprovedTerms approved)) {
                throw new IllegalStateException("the listing's terms were not taken");
            }
            List<SqlStatement> writes = new ArrayList<>(List.of(approved.condition()));
            writes.addAll(approved.statements());
            run(writes);
        }
    }

    private static ObjectNode terms() {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        terms.putObject("floor").put("amount", 20_000).put("currency", "EUR");
        terms.put(
                "available_until",
                Instant.now().plus(Duration.ofDays(30)).toString().substring(0, 19) + "Z");
        terms.putArray("fulfillment_options").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        terms.put("deliver_within_days", 5);
        return terms;
    }

    private void run(List<SqlStatement> statements) throws SQLException {
        DataSource source = database.dataSource();
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            for (SqlStatement statement : statements) {
                try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
                    int place = 1;
                    for (Object argument : statement.arguments()) {
                        prepared.setObject(place++, sql(argument));
                    }
                    prepared.executeUpdate();
                }
            }
            connection.commit();
        }
    }

    private static @Nullable Object sql(@Nullable Object argument) {
        return argument instanceof Instant instant ? Timestamp.from(instant) : argument;
    }

    /** Transactions so far that wrote: each took an id and had to become durable. */
    long writes() throws SQLException {
        return number("select pg_snapshot_xmax(pg_current_snapshot())::text::bigint");
    }

    /** Transactions so far, reads included; the server tells them up to a second late. */
    long transactions() throws SQLException {
        return number("select xact_commit from pg_stat_database where datname = current_database()");
    }

    /** Has the server learn the tables' sizes, as its autovacuum would in time. */
    void analyze() throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("analyze");
        }
    }

    private long number(String query) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        database.close();
        server.close();
    }
}
