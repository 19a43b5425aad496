package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import dev.rctp.attest.GroupCommit.Settings;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class CostTest {

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final int UNITS = 20_000;
    private static final int APPENDS = 6_400;

    @ParameterizedTest
    @ValueSource(ints = {50, 10, 50, 10})
    @DisplayName("architecture: what a unit costs besides its signature, with this many callers at once")
    void cost(int callers) throws Exception {
        try (TestDatabase database = TestDatabase.fresh();
                GroupCommit ledger = new GroupCommit(
                                database.pool(), new FreeSigner(), InstantSource.system(), Settings.defaults())
                        .start()) {
            run(ledger, callers, "warm");
            database.run("ANALYZE");
            long transactions = transactions(database);
            long cpu = SYSTEM.getProcessCpuTime();
            long start = System.nanoTime();
            run(ledger, callers, "measured");
            double micros = (SYSTEM.getProcessCpuTime() - cpu) / 1000.0 / UNITS;
            double perSecond = UNITS / ((System.nanoTime() - start) / 1e9);
            double batch = (double) UNITS / (transactions(database) - transactions);
            System.out.printf(
                    "%d callers: %.1f µs of CPU per unit, %.1f units per transaction, %.0f units/s%n",
                    callers, micros, batch, perSecond);
            assertThat(batch).isGreaterThan(callers / 3.0);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "8, 1", "64, 1", "64, 64"})
    @DisplayName("REC-2: so many writers append to one chain, or to one each; each chain has all of its entries")
    void hotChain(int writers, int chains) throws Exception {
        int each = APPENDS / writers;
        try (TestDatabase database = TestDatabase.fresh();
                GroupCommit ledger = new GroupCommit(
                                database.pool(), new FreeSigner(), InstantSource.system(), Settings.defaults())
                        .start();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            long start = System.nanoTime();
            for (Future<Boolean> done : threads.invokeAll(IntStream.range(0, writers)
                    .mapToObj(w -> (Callable<Boolean>) () -> appends(ledger, "hot-" + w % chains, w, each))
                    .toList())) {
                assertThat(done.get()).isTrue();
            }
            System.out.printf(
                    "%d writers, %d chains: %.0f appends/s%n",
                    writers, chains, each * writers / ((System.nanoTime() - start) / 1e9));
            assertThat(database.ask("SELECT count(*) FROM chain_head WHERE seq = " + each * writers / chains))
                    .hasToString(String.valueOf(chains));
        }
    }

    private static boolean appends(Ledger ledger, String chain, int writer, int times) throws Exception {
        for (int i = 0; i < times; i++) {
            String id = chain + "-" + writer + "-" + i;
            Unit unit = new Unit(List.of(), List.of(Drafts.decided(Drafts.listing(chain), id)), _ -> List.of());
            if (!(ledger.commit(unit) instanceof Committed.Durable)) {
                return false;
            }
        }
        return true;
    }

    private static long transactions(TestDatabase database) throws SQLException {
        return Long.parseLong(String.valueOf(database.ask("SELECT count(DISTINCT xmin::text) FROM entry")));
    }

    private static void run(Ledger ledger, int callers, String name) throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Boolean>> tasks = IntStream.range(0, callers)
                    .mapToObj(c -> (Callable<Boolean>) () -> calls(ledger, name + c, UNITS / callers))
                    .toList();
            for (Future<Boolean> done : threads.invokeAll(tasks)) {
                assertThat(done.get()).isTrue();
            }
        }
    }

    private static boolean calls(Ledger ledger, String caller, int units) throws Exception {
        for (int i = 0; i < units; i++) {
            if (!(ledger.commit(unit(caller, i)) instanceof Committed.Durable)) {
                return false;
            }
        }
        return true;
    }

    private static Unit unit(String caller, int i) {
        String id = caller + "-" + i;
        return new Unit(
                List.of(new Guard(
                        "key",
                        Statement.of("INSERT INTO thing (id, state) VALUES (?, ?) ON CONFLICT DO NOTHING", id, "x"))),
                List.of(Drafts.decided(Drafts.listing(caller + "-" + i % 40), id)),
                receipts -> List.of(Statement.of(
                        "UPDATE thing SET state = ?, seq = ? WHERE id = ?",
                        "done",
                        receipts.getFirst().seq(),
                        id)));
    }

    /** Signs at no cost. */
    private static final class FreeSigner implements EntrySigner {
        @Override
        public String keyId() {
            return "kid";
        }

        @Override
        public byte[] sign(byte[] data) {
            return new byte[64];
        }
    }
}
