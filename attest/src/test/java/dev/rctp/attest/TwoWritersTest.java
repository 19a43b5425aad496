package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.attest.GroupCommit.Settings;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TwoWritersTest {

    @Test
    @DisplayName("REC-1, B84: 200 parallel appends through two ledgers on a fresh database never fork a chain")
    void neverForks() throws Exception {
        TestKey key = TestKey.generate();
        Subject subject = Drafts.listing("contended");
        try (TestDatabase database = TestDatabase.fresh();
                HikariDataSource otherPool = TestDatabase.pool(database.url());
                GroupCommit one = ledger(database.pool(), key);
                GroupCommit two = ledger(otherPool, key)) {
            List<Committed> outcomes =
                    parallel(200, i -> (i % 2 == 0 ? one : two).commit(Unit.of(Drafts.decided(subject, "r" + i))));

            assertThat(outcomes)
                    .map(o -> ((Committed.Durable) o).receipts().getFirst().seq())
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.rangeClosed(1, 200).boxed().toList());
            assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
        }
    }

    @Test
    @DisplayName("OFF-8: units over many chains and guards in opposite orders end, whichever ledger takes them")
    void oppositeOrders() throws Exception {
        TestKey key = TestKey.generate();
        try (TestDatabase database = TestDatabase.fresh();
                HikariDataSource otherPool = TestDatabase.pool(database.url());
                GroupCommit one = ledger(database.pool(), key);
                GroupCommit two = ledger(otherPool, key)) {
            prepare(database);
            List<Committed> outcomes = parallel(40, i -> (i % 2 == 0 ? one : two).commit(crossing(i)));

            assertThat(outcomes).allSatisfy(o -> assertThat(o).isInstanceOf(Committed.Durable.class));
            assertThat(database.ask("SELECT sum(seq) FROM thing")).isEqualTo("80");
            for (int i = 0; i < 6; i++) {
                assertThat(Records.of(database.pool(), Drafts.listing("l" + i), key)
                                .passed())
                        .isTrue();
            }
        }
    }

    @Test
    @DisplayName("architecture: under load a transaction carries many units")
    void commitsPerUnit() throws Exception {
        TestKey key = TestKey.generate();
        try (TestDatabase database = TestDatabase.fresh();
                GroupCommit ledger =
                        new GroupCommit(database.pool(), key, InstantSource.system(), Settings.defaults()).start()) {
            int units = 2000;
            parallel(40, c -> {
                for (int i = 0; i < units / 40; i++) {
                    var _ = ledger.commit(Unit.of(Drafts.decided(Drafts.listing("c" + c), "r" + i)));
                }
                return new Committed.Durable(List.of());
            });

            String transactions = database.ask("SELECT count(DISTINCT xmin::text) FROM entry");
            String entries = database.ask("SELECT count(*) FROM entry");
            assertThat(entries).isEqualTo("2000");
            assertThat(Integer.parseInt(String.valueOf(transactions))).isLessThan(units / 5);
        }
    }

    private interface Call {
        Committed commit(int i) throws LedgerUnavailableException, InterruptedException;
    }

    private static GroupCommit ledger(HikariDataSource pool, TestKey key) {
        return new GroupCommit(pool, key, InstantSource.system(), Settings.defaults()).start();
    }

    private static void prepare(TestDatabase database) throws SQLException {
        for (int i = 0; i < 6; i++) {
            database.run("INSERT INTO thing VALUES ('t" + i + "', 'x', 0)");
        }
    }

    private static Unit crossing(int i) {
        int first = i % 6;
        int second = (i / 2 + 3) % 6 == first ? (first + 1) % 6 : (i / 2 + 3) % 6;
        return new Unit(
                List.of(new Guard("first", raise(first)), new Guard("second", raise(second))),
                List.of(
                        Drafts.decided(Drafts.listing("l" + second), "a" + i),
                        Drafts.decided(Drafts.listing("l" + first), "b" + i)),
                Closing.none());
    }

    private static Statement raise(int thing) {
        return Statement.of("UPDATE thing SET seq = seq + 1 WHERE id = ?", "t" + thing);
    }

    private static List<Committed> parallel(int calls, Call call) throws Exception {
        List<Committed> outcomes = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Committed>> tasks = IntStream.range(0, calls)
                    .mapToObj(i -> (Callable<Committed>) () -> call.commit(i))
                    .toList();
            for (Future<Committed> outcome : callers.invokeAll(tasks)) {
                outcomes.add(outcome.get());
            }
        }
        return outcomes;
    }
}
