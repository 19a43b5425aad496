package dev.rctp.bench;

import dev.rctp.attest.Committed;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Receipt;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.ConfidingEntry;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Intent;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.gateway.store.SqlCallStore;
import dev.rctp.gateway.store.StoredTerms;
import dev.rctp.gateway.webhook.Outbox;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.SealingKey;
import dev.rctp.terms.SealingKeys;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.CheckoutSigner;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Step;
import java.io.IOException;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The rows of idempotency and intent: the gateway's own statements, in one batch for each statement and transaction; what the commit
 * costs is left out.
 */
final class RowParts {

    private static final int MOST_WAITING = 20;
    private static final String NO_KEY = "A".repeat(43);
    private static final String HASH = "sha-256:" + "5e".repeat(32);

    private final DataSource database;
    private final OutboundRequest upstream;
    private final List<Unit> caught = new ArrayList<>();
    private final SqlCallStore calls;
    private final IdSource ids = IdSource.random(new SecureRandom());
    private final ArrayDeque<Intent> begun = new ArrayDeque<>();
    private final ThreadCpu rows = new ThreadCpu();
    private long finished;

    RowParts(DataSource database, OutboundRequest upstream) throws IOException {
        this.database = database;
        this.upstream = upstream;
        this.calls = new SqlCallStore(
                database,
                this::catching,
                new Moves(BudgetLimits.defaults()),
                new Outbox(InstantSource.system(), false),
                new Unsigned(),
                new StoredTerms(database, listings()),
                InstantSource.system(),
                Duration.ofDays(2),
                MOST_WAITING);
    }

    /** No call here brings terms, so that nothing is sealed with this key. */
    private static ListingService listings() throws IOException {
        return new ListingService(
                Registries.load().termSets(),
                new SealingKeys(new SealingKey("none", NO_KEY), List.of()),
                new SecureRandom(),
                InstantSource.system());
    }

    /** Takes units without writing them, so that their statements can be written here. */
    private Committed catching(Unit unit) {
        caught.add(unit);
        return new Committed.Durable(List.of(receipt(unit.entries().getFirst().subject())));
    }

    /** One transaction with so many units: calls begun before are finished, and others begun. */
    void transaction(int units) throws Exception {
        caught.clear();
        for (int i = 0; i < units; i++) {
            Intent earlier = i % 2 == 0 ? begun.poll() : null;
            if (earlier == null) {
                begin();
            } else {
                finish(earlier);
            }
        }
        try (Connection connection = database.getConnection()) {
            connection.setAutoCommit(false);
            rows.spend(() -> write(connection));
            connection.commit();
        }
    }

    private void begin() throws Exception {
        CallKey key =
                new CallKey("7pY1mZ3d0jv8XkQ2eRt5uWn6bLc9aHs4oGi_fTqKxE0", "listing.answer_buyer", ids.next("key_"));
        UpstreamRequest request =
                new UpstreamRequest(upstream.method(), upstream.target(), upstream.fields(), upstream.body());
        Subject subject = new Subject("listing", "bench-1");
        Intent intent = new Intent(ids.next("int_"), key, subject, request, new Step.Plain(), Instant.now());
        ConfidingEntry decided = ConfidingEntry.open(draft(subject, "decided"));
        calls.begin(intent, HASH, decided, Beginning.nothing(), Optional.empty(), Duration.ofSeconds(20));
        begun.add(intent);
    }

    private void finish(Intent intent) throws Exception {
        var body = JsonNodeFactory.instance.objectNode();
        body.putObject("marketplace")
                .put("id", "ans-81723")
                .put("listing_id", "bench")
                .put("state", "published")
                .put("created_at", "2026-11-29T12:00:00Z");
        calls.finish(intent, List.of(ConfidingEntry.open(draft(intent.subject(), "done"))), new Decision.Auto(200, body, null), true);
        finished++;
    }

    /** No checkout is signed here. */
    private static final class Unsigned implements CheckoutSigner {
        @Override
        public String keyId() {
            return "none";
        }

        @Override
        public String issuer() {
            return "none";
        }

        @Override
        public Duration lifetime() {
            return Duration.ZERO;
        }

        @Override
        public byte[] sign(byte[] data) {
            throw new UnsupportedOperationException("an answer to a buyer has no checkout");
        }
    }

    private static EntryDraft draft(Subject subject, String kind) {
        return new EntryDraft(subject, kind, JsonNodeFactory.instance.objectNode());
    }

    private static Receipt receipt(Subject subject) {
        return new Receipt(subject, 1, HASH);
    }

    private void write(Connection connection) throws SQLException {
        Map<String, List<Statement>> guards = new TreeMap<>();
        Map<String, List<Statement>> closings = new TreeMap<>();
        for (Unit unit : caught) {
            unit.guards().forEach(guard -> add(guards, guard.statement()));
            unit.closing()
                    .statements(List.of(receipt(unit.entries().getFirst().subject())))
                    .forEach(statement -> add(closings, statement));
        }
        for (List<Statement> batch : guards.values()) {
            send(connection, batch);
        }
        for (List<Statement> batch : closings.values()) {
            send(connection, batch);
        }
    }

    private static void add(Map<String, List<Statement>> bySql, Statement statement) {
        bySql.computeIfAbsent(statement.sql(), sql -> new ArrayList<>()).add(statement);
    }

    private static void send(Connection connection, List<Statement> batch) throws SQLException {
        try (PreparedStatement prepared =
                connection.prepareStatement(batch.getFirst().sql())) {
            for (Statement statement : batch) {
                int parameter = 1;
                for (Object argument : statement.arguments()) {
                    prepared.setObject(parameter++, sql(argument));
                }
                prepared.addBatch();
            }
            prepared.executeBatch();
        }
    }

    private static @Nullable Object sql(@Nullable Object argument) {
        return argument instanceof Instant time ? time.atOffset(ZoneOffset.UTC) : argument;
    }

    /** Starts the measurement. */
    void reset() {
        rows.reset();
        finished = 0;
    }

    /** Microseconds for the rows of one call. */
    double micros() {
        return rows.totalMicros() / finished;
    }
}
