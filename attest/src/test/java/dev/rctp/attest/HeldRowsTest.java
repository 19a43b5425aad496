package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.attest.GroupCommit.Settings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Rows that a second connection holds. A batch waits 2 s for one, callers wait 7 s: a writer that waits for each unit loses the others. */
class HeldRowsTest {

    private static final Subject HELD = Drafts.listing("held");

    private TestDatabase database;
    private HikariDataSource pool;
    private GroupCommit ledger;
    private Connection holder;

    @BeforeEach
    void open() throws Exception {
        database = TestDatabase.fresh();
        pool = TestDatabase.pool(database.url() + "&options=-c%20lock_timeout=2000");
        ledger = new GroupCommit(
                        pool,
                        TestKey.generate(),
                        InstantSource.system(),
                        new Settings(64, 256, Duration.ZERO, Duration.ofSeconds(7)))
                .start();
        assertDurable(ledger.commit(Unit.of(Drafts.decided(HELD, "first"))));
        holder = database.pool().getConnection();
        holder.setAutoCommit(false);
    }

    @AfterEach
    void close() throws SQLException {
        holder.rollback();
        holder.close();
        ledger.close();
        pool.close();
        database.close();
    }

    @Test
    @DisplayName(
            "DEC-5: a chain head that someone holds fails the units of its chain alone, and the next batches wait no more for it")
    void heldChain() throws Exception {
        hold("SELECT * FROM chain_head WHERE subject_id = 'held' FOR UPDATE");
        Unit[] units = IntStream.range(0, 24)
                .mapToObj(i -> Unit.of(Drafts.decided(i % 2 == 0 ? HELD : Drafts.listing("free" + i % 5), "r" + i)))
                .toArray(Unit[]::new);
        List<Future<Committed>> answers = new BusyWriter(ledger).meanwhile(units);
        for (int i = 0; i < units.length; i += 2) {
            assertThatThrownBy(answers.get(i)::get).hasCauseInstanceOf(LedgerUnavailableException.class);
            assertDurable(answers.get(i + 1).get());
        }

        for (int i = 0; i < 20; i++) { // 40 s, if each waited
            assertThatThrownBy(() -> ledger.commit(Unit.of(Drafts.decided(HELD, "meanwhile"))))
                    .isInstanceOf(LedgerUnavailableException.class)
                    .hasRootCauseMessage("a chain is held by another transaction");
        }
        assertDurable(ledger.commit(Unit.of(Drafts.decided(Drafts.listing("free"), "meanwhile"))));
        holder.rollback();
        assertDurable(ledger.commit(Unit.of(Drafts.decided(HELD, "second"))));
        assertThat(new Chains(pool).head(HELD).orElseThrow().seq()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "DEC-5: another row that someone holds, such as a key not yet committed, fails the unit that needs it alone")
    void heldRow() throws Exception {
        hold("INSERT INTO thing VALUES ('held', 'x')");
        Unit[] units = IntStream.range(0, 24)
                .mapToObj(i -> unit(i == 7 ? "held" : "key" + i))
                .toArray(Unit[]::new);
        List<Future<Committed>> answers = new ArrayList<>(new BusyWriter(ledger).meanwhile(units));

        assertThatThrownBy(answers.get(7)::get).hasCauseInstanceOf(LedgerUnavailableException.class);
        answers.remove(7);
        for (Future<Committed> answer : answers) {
            assertDurable(answer.get());
        }
    }

    private static Unit unit(String id) {
        Statement claim = Statement.of("INSERT INTO thing (id, state) VALUES (?, 'x') ON CONFLICT DO NOTHING", id);
        return new Unit(
                List.of(new Guard("key", claim)), List.of(Drafts.decided(Drafts.listing(id), id)), Closing.none());
    }

    private void hold(String sql) throws SQLException {
        try (var statement = holder.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void assertDurable(Committed outcome) {
        assertThat(outcome).isInstanceOf(Committed.Durable.class);
    }
}
