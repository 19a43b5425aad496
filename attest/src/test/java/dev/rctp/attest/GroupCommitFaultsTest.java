package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.attest.GroupCommit.Settings;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

class GroupCommitFaultsTest {

    private static TestDatabase database;
    private static TestKey key;

    private Subject subject;

    @BeforeAll
    static void openDatabase() throws SQLException, GeneralSecurityException {
        database = TestDatabase.fresh();
        key = TestKey.generate();
    }

    @AfterAll
    static void closeDatabase() {
        database.close();
    }

    @BeforeEach
    void newSubject() {
        subject = Drafts.listing(UUID.randomUUID().toString());
    }

    @Test
    @DisplayName("REC-3, B85: nothing is appended to a chain outside a transaction")
    void autocommit() throws SQLException {
        try (Connection connection = database.pool().getConnection()) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThatThrownBy(() -> new ChainTables(connection)).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    @DisplayName("REC-3: a driver that hides update counts of a batch is not trusted: the units go one by one")
    void rewrittenBatches() throws Exception {
        try (HikariDataSource pool = TestDatabase.pool(database.url() + "&reWriteBatchedInserts=true");
                GroupCommit ledger = ledger(pool, 16, Duration.ofSeconds(20))) {
            Guard guard = new Guard("key", insert("rewritten"));
            Guard second = new Guard("key", insert("rewritten too"));
            for (Future<Committed> answer : new BusyWriter(ledger).meanwhile(unit(guard), unit(second))) {
                assertThat(answer.get()).isInstanceOf(Committed.Durable.class);
            }
        }
        assertThat(database.ask("SELECT count(*) FROM thing WHERE id LIKE 'rewritten%'"))
                .isEqualTo("2");
    }

    @Test
    @DisplayName("DEC-5: a database that is not there is unavailable")
    void noDatabase() {
        PGSimpleDataSource nowhere = new PGSimpleDataSource();
        nowhere.setURL("jdbc:postgresql://127.0.0.1:1/none");
        try (GroupCommit ledger = ledger(nowhere, 16, Duration.ofSeconds(20))) {
            assertThatThrownBy(() -> ledger.commit(Unit.of(Drafts.decided(subject, "a"))))
                    .isInstanceOf(LedgerUnavailableException.class)
                    .hasMessage("the database did not confirm it");
        }
    }

    @Test
    @DisplayName("DEC-5: a connection that is cut is unavailable to all in the batch, and the next batch goes on")
    void connectionCut() throws Exception {
        try (GroupCommit ledger = ledger(database.pool(), 16, Duration.ofSeconds(20))) {
            Unit suicide = new Unit(
                    List.of(),
                    List.of(Drafts.decided(subject, "a")),
                    _ -> List.of(Statement.of(
                            "UPDATE thing SET state = (SELECT pg_terminate_backend(pg_backend_pid())::text)")));
            database.run("INSERT INTO thing VALUES ('cut', 'x') ON CONFLICT DO NOTHING");

            assertThatThrownBy(() -> ledger.commit(suicide)).isInstanceOf(LedgerUnavailableException.class);
            assertThat(ledger.commit(Unit.of(Drafts.decided(subject, "b")))).isInstanceOf(Committed.Durable.class);
            assertThat(new Chains(database.pool()).head(subject).orElseThrow().seq())
                    .isEqualTo(1);
        }
    }

    @Test
    @DisplayName("LST-4: what the database quotes of a failed statement reaches no exception")
    void quotedRows() {
        try (GroupCommit ledger = ledger(database.pool(), 16, Duration.ofSeconds(20))) {
            Unit unit = new Unit(
                    List.of(),
                    List.of(),
                    _ -> List.of(Statement.of("INSERT INTO thing (id, state) VALUES (?, ?)", "a private value", null)));
            assertThatThrownBy(() -> ledger.commit(unit))
                    .hasRootCauseMessage("SQLSTATE 23502")
                    .hasStackTraceContaining("LedgerUnavailableException")
                    .extracting(e -> e + " " + e.getCause())
                    .asString()
                    .doesNotContain("a private value");
        }
    }

    @Test
    @DisplayName("DEC-5: a full queue, and a wait past the timeout, are unavailable; a withdrawn unit is not written")
    void fullAndLate() throws Exception {
        try (GroupCommit ledger = ledger(database.pool(), 1, Duration.ofMillis(700))) {
            List<Future<Committed>> answers = new BusyWriter(ledger)
                    .tooLong(Unit.of(Drafts.decided(subject, "a")), Unit.of(Drafts.decided(subject, "b")));

            assertThat(answers)
                    .allSatisfy(answer -> assertThatThrownBy(answer::get)
                            .isInstanceOf(ExecutionException.class)
                            .hasCauseInstanceOf(LedgerUnavailableException.class));
        }
        assertThat(new Chains(database.pool()).head(subject)).isEmpty();
    }

    @Test
    @DisplayName("REC-3: an interrupted caller withdraws its unit")
    void interrupted() throws Exception {
        try (GroupCommit ledger = ledger(database.pool(), 16, Duration.ofSeconds(20))) {
            new BusyWriter(ledger).interrupted(Unit.of(Drafts.decided(subject, "a")));
        }
        assertThat(new Chains(database.pool()).head(subject)).isEmpty();
    }

    @Test
    @DisplayName("DEC-5: an Error while a batch is written fails the unit that throws it; the writer lives and goes on")
    void errors() throws Exception {
        GroupCommit ledger = ledger(database.pool(), 16, Duration.ofSeconds(20));
        try (ledger) {
            Unit broken = new Unit(List.of(), List.of(Drafts.decided(subject, "a")), _ -> {
                throw new LinkageError("a part is missing");
            });
            List<Future<Committed>> answers =
                    new BusyWriter(ledger).meanwhile(broken, Unit.of(Drafts.decided(subject, "b")));

            assertThatThrownBy(answers.get(0)::get).hasCauseInstanceOf(LedgerUnavailableException.class);
            assertThat(answers.get(1).get()).isInstanceOf(Committed.Durable.class);
            assertThat(ledger.running()).isTrue();
        }
        assertThat(ledger.running()).isFalse();
    }

    @Test
    @DisplayName("DEC-5: whatever a database pool throws fails the batch and not the writer")
    void errorsOutsideTransactions() throws Exception {
        AtomicReference<Throwable> thrown = new AtomicReference<>(new IllegalStateException("the pool is broken"));
        DataSource breaking = new PGSimpleDataSource() {
            @Override
            public Connection getConnection() throws SQLException {
                switch (thrown.get()) {
                    case Error e -> throw e;
                    case RuntimeException e -> throw e;
                    default -> throw new SQLException((String) null);
                }
            }
        };
        try (GroupCommit ledger = ledger(breaking, 16, Duration.ofSeconds(20))) {
            for (Throwable failure : List.of(thrown.get(), new NoClassDefFoundError(), new SQLException())) {
                thrown.set(failure);
                assertThatThrownBy(() -> ledger.commit(Unit.of(Drafts.decided(subject, "a"))))
                        .isInstanceOf(LedgerUnavailableException.class);
                assertThat(ledger.running()).isTrue();
            }
        }
    }

    @Test
    @DisplayName("REC-3: a closing statement that must touch one row fails its unit when it touches none, or two")
    void closingOfOne() throws Exception {
        database.run("INSERT INTO thing VALUES ('one', 'of one'), ('two', 'of two'), ('three', 'of two')");
        try (GroupCommit ledger = ledger(database.pool(), 16, Duration.ofSeconds(20))) {
            List<Future<Committed>> answers =
                    new BusyWriter(ledger).meanwhile(closing("of none"), closing("of two"), closing("of one"));

            assertThatThrownBy(answers.get(0)::get).hasCauseInstanceOf(LedgerUnavailableException.class);
            assertThatThrownBy(answers.get(1)::get).hasCauseInstanceOf(LedgerUnavailableException.class);
            assertThat(answers.get(2).get()).isInstanceOf(Committed.Durable.class);
        }
        assertThat(database.ask("SELECT count(*) FROM thing WHERE seq = 1 AND id IN ('one', 'two', 'three')"))
                .isEqualTo("1");
        assertThat(new Chains(database.pool()).head(subject).orElseThrow().seq())
                .isEqualTo(1);
    }

    private Unit closing(String state) {
        return new Unit(
                List.of(),
                List.of(Drafts.decided(subject, state)),
                _ -> List.of(Statement.ofOne("UPDATE thing SET seq = 1 WHERE state = ?", state)));
    }

    private static GroupCommit ledger(DataSource pool, int capacity, Duration timeout) {
        return new GroupCommit(pool, key, InstantSource.system(), new Settings(50, capacity, Duration.ZERO, timeout))
                .start();
    }

    private Unit unit(Guard guard) {
        return new Unit(List.of(guard), List.of(Drafts.decided(subject, "a")), Closing.none());
    }

    private static Statement insert(String id) {
        return Statement.of("INSERT INTO thing (id, state) VALUES (?, ?) ON CONFLICT DO NOTHING", id, "x");
    }
}
