package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.attest.GroupCommit.Settings;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class KilledServerTest {

    private static final int CALLERS = 24;

    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private record Answered(String id, Receipt receipt) {}

    private final Queue<Answered> answered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicBoolean stop = new AtomicBoolean();

    private @Nullable EmbeddedPostgres second;

    @TempDir
    private Path directory;

    @Test
    @DisplayName(
            "REC-3: PostgreSQL killed under load: every answered unit has its entry and its state, and writing goes on after")
    void killed() throws Exception {
        TestKey key = TestKey.generate();
        EmbeddedPostgres first = server(0);
        try (HikariDataSource pool = TestDatabase.pool(first.getJdbcUrl("postgres", "postgres"))) {
            pool.setConnectionTimeout(1000);
            TestDatabase.migrate(pool);
            ddl(pool);
            try (GroupCommit ledger = new GroupCommit(
                                    pool,
                                    key,
                                    InstantSource.system(),
                                    new Settings(50, 4096, Duration.ofMillis(1), Duration.ofSeconds(5)))
                            .start();
                    ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int c = 0; c < CALLERS; c++) {
                    int caller = c;
                    callers.execute(() -> load(ledger, caller));
                }
                underLoad(first);
            }
            verify(pool, key);
        }
    }

    private void underLoad(EmbeddedPostgres first) throws IOException {
        try {
            Awaitility.await().atMost(PATIENCE).until(() -> answered.size() > 500);
            kill();
            Awaitility.await().atMost(PATIENCE).until(() -> refused.get() > CALLERS);
            int before = answered.size();
            first.close();
            second = server(first.getPort());
            Awaitility.await().atMost(PATIENCE).until(() -> answered.size() > before + 500);
        } finally {
            stop.set(true);
        }
    }

    @AfterEach
    void closeSecond() throws IOException {
        if (second != null) {
            second.close();
        }
    }

    private void load(Ledger ledger, int caller) {
        for (int i = 0; !stop.get(); i++) {
            String id = "c" + caller + "-" + i;
            Unit unit = new Unit(
                    List.of(new Guard(
                            "new",
                            Statement.of(
                                    "INSERT INTO thing (id, state) VALUES (?, ?) ON CONFLICT DO NOTHING", id, "x"))),
                    List.of(Drafts.decided(Drafts.listing("l" + caller % 4), id)),
                    Closing.none());
            try {
                if (ledger.commit(unit) instanceof Committed.Durable durable) {
                    answered.add(new Answered(id, durable.receipts().getFirst()));
                }
            } catch (LedgerUnavailableException e) {
                refused.incrementAndGet();
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void verify(HikariDataSource pool, TestKey key) throws Exception {
        for (int i = 0; i < 4; i++) {
            Subject subject = Drafts.listing("l" + i);
            assertThat(Records.of(pool, subject, key).passed()).isTrue();
        }
        for (Answered one : answered) {
            Receipt receipt = one.receipt();
            String sql =
                    "SELECT convert_from(jcs, 'UTF8') FROM entry WHERE subject_id = '%s' AND seq = %d AND hash = '%s'"
                            .formatted(receipt.subject().id(), receipt.seq(), receipt.hash());
            assertThat(TestDatabase.ask(pool, sql)).contains("\"" + one.id() + "\"");
        }
        String entries = TestDatabase.ask(pool, "SELECT count(*) FROM entry");
        assertThat(TestDatabase.ask(pool, "SELECT count(*) FROM thing")).isEqualTo(entries);
    }

    private static void ddl(HikariDataSource pool) throws Exception {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE thing (id text PRIMARY KEY, state text NOT NULL, seq bigint)");
        }
    }

    private EmbeddedPostgres server(int port) throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setDataDirectory(directory.resolve("data"))
                .setCleanDataDirectory(false)
                .setPGStartupWait(PATIENCE) // recovery takes its time, and a start given up keeps the folder's lock
                // a socket's lock file names the killed server, which may be dead and not collected yet
                .setServerConfig("unix_socket_directories", "")
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on");
        return (port == 0 ? builder : builder.setPort(port)).start();
    }

    private void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(directory.resolve("data/postmaster.pid")).getFirst());
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        List<ProcessHandle> all =
                Stream.concat(Stream.of(postmaster), postmaster.descendants()).toList();
        all.forEach(ProcessHandle::destroyForcibly);
        Awaitility.await().atMost(PATIENCE).until(() -> all.stream().allMatch(KilledServerTest::gone));
        Files.deleteIfExists(directory.resolve("data/postmaster.pid"));
    }

    /** Dead, also where nobody has collected the dead process yet. */
    private static boolean gone(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
        } catch (IOException e) {
            return !process.isAlive();
        }
    }
}
