package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.attest.GroupCommit.Settings;
import dev.rctp.attest.log.ChainLog;
import dev.rctp.attest.log.Checkpoint;
import dev.rctp.attest.log.HeadLeaf;
import dev.rctp.attest.log.HeadProof;
import dev.rctp.attest.log.LogSigner;
import dev.rctp.attest.log.MerkleHash;
import dev.rctp.attest.log.MerkleProof;
import dev.rctp.attest.log.SignedCheckpoint;
import java.security.GeneralSecurityException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChainLogTest {

    private static final String NAME = "gateway.example";
    private static final int MOST = 1000;

    private TestDatabase database;
    private TestLogKey logKey;
    private GroupCommit ledger;
    private Instant now = Instant.parse("2026-03-01T10:00:00Z");

    @BeforeEach
    void prepare() throws SQLException, GeneralSecurityException {
        database = TestDatabase.fresh();
        logKey = TestLogKey.generate();
        ledger = new GroupCommit(database.pool(), TestKey.generate(), InstantSource.system(), Settings.defaults())
                .start();
    }

    @AfterEach
    void close() {
        ledger.close();
        database.close();
    }

    @Test
    @DisplayName(
            "REC-7: a checkpoint has one leaf for each chain whose head changed, in the order of their hashes; nothing changed, the same again")
    void leaves() throws Exception {
        ChainLog log = log(logKey, MOST);
        assertThat(log.newest()).isEmpty();
        assertThat(opened(log, log.checkpoint()).root()).isEqualTo(MerkleHash.ofNothing());

        List<byte[]> first = append("negotiation/a", "deal/b", "listing/c", "perimeter/d", "gateway/keys");
        Checkpoint five = opened(log, log.checkpoint());
        assertThat(five.size()).isEqualTo(5);
        assertThat(five.root()).isEqualTo(root(first));

        assertThat(log.checkpoint()).isEqualTo(log.newest().orElseThrow());
        assertThat(database.ask("SELECT count(*) FROM log_checkpoint")).isEqualTo("2");

        List<byte[]> all = new ArrayList<>(first);
        all.addAll(append("deal/b", "deal/e"));
        Checkpoint seven = opened(log, log.checkpoint());
        assertThat(seven.size()).isEqualTo(7);
        assertThat(seven.root()).isEqualTo(root(all));
        List<byte[]> since = log.consistency(5, 7).orElseThrow();
        assertThat(MerkleProof.consistent(5, five.root(), 7, seven.root(), since))
                .isTrue();
        assertThat(log.consistency(5, 8)).isEmpty();
    }

    @Test
    @DisplayName(
            "REC-7: each chain's head is proven by the newest checkpoint, and by no other key or head; a chain without a leaf has no proof")
    void proofs() throws Exception {
        ChainLog log = log(logKey, MOST);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 7; i++) {
                if (i % (round + 1) == 0) {
                    append("deal/d" + i);
                }
            }
            log.checkpoint();
        }
        append("deal/late");
        for (int i = 0; i < 7; i++) {
            Subject subject = new Subject("deal", "d" + i);
            HeadProof proof = log.proof(subject).orElseThrow();
            assertThat(proof.holds(log.key())).isTrue();
            assertThat(proof.head())
                    .isEqualTo(new Chains(database.pool()).head(subject).orElseThrow());
            assertThat(proof.holds(log(TestLogKey.generate(), MOST).key())).isFalse();
            Receipt other =
                    new Receipt(subject, proof.head().seq() + 1, proof.head().hash());
            assertThat(new HeadProof(other, proof.index(), proof.path(), proof.note()).holds(log.key()))
                    .isFalse();
        }
        assertThat(log.proof(new Subject("deal", "late"))).isEmpty();
        assertThat(log.proof(new Subject("deal", "never"))).isEmpty();
    }

    @Test
    @DisplayName("REC-7: a proof of before stays good when chain, leaves and heads were removed from the database")
    void removed() throws Exception {
        ChainLog log = log(logKey, MOST);
        append("deal/gone", "deal/other");
        log.checkpoint();
        Subject subject = new Subject("deal", "gone");
        HeadProof proof = log.proof(subject).orElseThrow();
        database.run("DELETE FROM entry; DELETE FROM chain_head; DELETE FROM log_head");

        assertThat(new Chains(database.pool()).head(subject)).isEmpty();
        assertThat(proof.holds(log.key())).isTrue();
    }

    @Test
    @DisplayName("REC-7: what is published and what others' proofs hold names no subject")
    void revealsNothing() throws Exception {
        ChainLog log = log(logKey, MOST);
        append("deal/dea_secretsecretsecretsecret", "deal/own");
        log.checkpoint();
        HeadProof proof = log.proof(new Subject("deal", "own")).orElseThrow();

        assertThat(proof.note()).doesNotContain("secret");
        assertThat(proof.path()).hasSize(1).allSatisfy(hash -> assertThat(hash).hasSize(32));
        byte[] guess = MerkleHash.leaf("{\"subject\":{\"id\":\"dea_secretsecretsecretsecret\",\"type\":\"deal\"}}"
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(proof.path().getFirst()).isNotEqualTo(guess);
    }

    @Test
    @DisplayName("REC-7: two gateways that append at once make one tree, in which every head is once")
    void twoWriters() throws Exception {
        try (HikariDataSource otherPool = TestDatabase.pool(database.url())) {
            ChainLog one = log(logKey, MOST);
            ChainLog two = new ChainLog(otherPool, NAME, logKey, () -> now, MOST);
            for (int round = 0; round < 5; round++) {
                int from = round;
                List<SignedCheckpoint> made = parallel(24, i -> {
                    append("deal/r" + from + "_" + i);
                    return (i % 2 == 0 ? one : two).checkpoint();
                });
                for (SignedCheckpoint checkpoint : made) {
                    consistent(one, checkpoint, one.checkpoint());
                }
            }
            assertThat(opened(one, one.checkpoint()).size()).isEqualTo(120);
            assertThat(database.ask("SELECT count(*) FROM log_node WHERE level = 0"))
                    .isEqualTo("120");
            assertThat(database.ask("SELECT count(DISTINCT hash) FROM log_node WHERE level = 0"))
                    .isEqualTo("120");
            for (int i = 0; i < 24; i++) {
                assertThat(one.proof(new Subject("deal", "r0_" + i))
                                .orElseThrow()
                                .holds(two.key()))
                        .isTrue();
            }
        }
    }

    @Test
    @DisplayName("REC-7: what fails before the end leaves nothing of it: neither leaves nor a checkpoint")
    void crash() throws Exception {
        append("deal/a", "deal/b", "deal/c");
        ChainLog failing = log(
                new LogSigner() {
                    @Override
                    public byte[] publicKey() {
                        return logKey.publicKey();
                    }

                    @Override
                    public byte[] sign(byte[] data) {
                        throw new IllegalStateException("the key is gone");
                    }
                },
                MOST);
        assertThatThrownBy(failing::checkpoint).isInstanceOf(IllegalStateException.class);

        assertThat(database.ask("SELECT count(*) FROM log_node")).isEqualTo("0");
        assertThat(database.ask("SELECT count(*) FROM log_head")).isEqualTo("0");
        assertThat(database.ask("SELECT size FROM log_state")).isEqualTo("0");
        assertThat(log(logKey, MOST).checkpoint().size()).isEqualTo(3);
    }

    @Test
    @DisplayName(
            "REC-7: more heads than one transaction may append follow in further ones, and the checkpoint is over all")
    void manyTransactions() throws Exception {
        append(IntStream.range(0, 47).mapToObj(i -> "deal/m" + i).toArray(String[]::new));
        ChainLog log = log(logKey, 10);
        assertThat(log.checkpoint().size()).isEqualTo(47);
        assertThat(database.ask("SELECT count(*) FROM log_checkpoint")).isEqualTo("1");
        assertThat(log.proof(new Subject("deal", "m46")).orElseThrow().holds(log.key()))
                .isTrue();
    }

    @Test
    @DisplayName(
            "REC-7: by time, whoever comes first signs; nobody else does until the interval has passed, and a clock set back holds up nothing")
    void byTime() throws Exception {
        Duration hour = Duration.ofHours(1);
        ChainLog log = log(logKey, MOST);
        append("deal/a");
        assertThat(log.checkpointAfter(hour)).isPresent();
        append("deal/a");
        assertThat(log.checkpointAfter(hour)).isEmpty();
        now = now.plus(hour).minusMillis(1);
        assertThat(log.checkpointAfter(hour)).isEmpty();
        now = now.plusMillis(1);
        assertThat(log.checkpointAfter(hour))
                .hasValueSatisfying(made -> assertThat(made.size()).isEqualTo(2));
        now = now.plus(hour);
        assertThat(log.checkpointAfter(hour)).as("nothing changed").isPresent();
        assertThat(log.checkpointAfter(hour)).isEmpty();
        now = now.minus(Duration.ofDays(30));
        assertThat(log.checkpointAfter(hour)).isPresent();
    }

    @Test
    @DisplayName(
            "REC-7: to look for heads that changed reads these, however many chains there are, and whatever the planner knows of them")
    void readsWhatChanged() throws Exception {
        database.run("""
                INSERT INTO chain_head (subject_type, subject_id, seq, hash, at_ms)
                SELECT 'deal', 'old' || n, 1, 'sha-256:' || encode(sha256(n::text::bytea), 'hex'), 1 FROM generate_series(1, 20000) AS n;
                ANALYZE""");
        ChainLog log = log(logKey, 7000);
        assertThat(log.checkpoint().size()).isEqualTo(20_000);
        assertThat(database.ask("SELECT count(*) FROM chain_head WHERE unlogged_ms IS NOT NULL"))
                .isEqualTo("0");
        append("deal/a", "deal/b", "deal/a", "deal/old");

        long before = rowsRead();
        try (HikariDataSource own = TestDatabase.pool(database.url())) {
            assertThat(new ChainLog(own, NAME, logKey, () -> now, 7000)
                            .checkpoint()
                            .size())
                    .isEqualTo(20_003);
            assertThat(new ChainLog(own, NAME, logKey, () -> now, 7000)
                            .checkpoint()
                            .size())
                    .isEqualTo(20_003);
        }
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(rowsRead() - before).isBetween(3L, 200L));
    }

    /** A connection tells what it read when it is closed, at the latest. */
    private long rowsRead() throws SQLException {
        return Long.parseLong(String.valueOf(database.ask("""
                SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables
                WHERE relname IN ('chain_head', 'log_head')""")));
    }

    @Test
    @DisplayName(
            "REC-7: a head whose writer is at work while it gets its leaf, or that a crash left marked, is not lost and has no second leaf")
    void marked() throws Exception {
        ChainLog log = log(logKey, MOST);
        append("deal/a", "deal/b");
        String next = "sha-256:" + "5e".repeat(32);
        try (Connection writer = database.pool().getConnection();
                Statement statement = writer.createStatement()) {
            writer.setAutoCommit(false);
            statement.execute("UPDATE chain_head SET hash = '" + next + "', seq = 2 WHERE subject_id = 'a'");
            assertThat(log.checkpoint().size()).isEqualTo(2);
            writer.commit();
            writer.setAutoCommit(true);
        }
        assertThat(log.checkpoint().size()).isEqualTo(3);
        assertThat(log.proof(new Subject("deal", "a")).orElseThrow().head().hash())
                .isEqualTo(next);
        database.run("UPDATE chain_head SET unlogged_ms = 1");
        assertThat(log.checkpoint().size()).isEqualTo(3);
        assertThat(database.ask("SELECT count(*) FROM chain_head WHERE unlogged_ms IS NOT NULL"))
                .isEqualTo("0");
    }

    @Test
    @DisplayName("REC-7: with another key the same tree is signed again")
    void otherKey() throws Exception {
        append("deal/a");
        log(logKey, MOST).checkpoint();
        ChainLog next = log(TestLogKey.generate(), MOST);
        assertThat(opened(next, next.checkpoint()).size()).isEqualTo(1);
        assertThat(next.proof(new Subject("deal", "a")).orElseThrow().holds(next.key()))
                .isTrue();
    }

    @Test
    @DisplayName("REC-7: a database without its tables is unavailable, and says nothing of what stands in it")
    void unavailable() throws Exception {
        ChainLog log = log(logKey, MOST);
        database.run("DROP TABLE log_node, log_head");
        assertThatThrownBy(log::checkpoint)
                .isInstanceOf(LedgerUnavailableException.class)
                .cause()
                .hasMessageMatching("SQLSTATE [0-9A-Z]{5}");
        assertThatThrownBy(() -> log.proof(new Subject("deal", "a"))).isInstanceOf(LedgerUnavailableException.class);
    }

    private ChainLog log(LogSigner signer, int most) {
        return new ChainLog(database.pool(), NAME, signer, () -> now, most);
    }

    /** The leaves that the next checkpoint appends for these entries, in their order. */
    private List<byte[]> append(String... subjects) throws Exception {
        List<byte[]> leaves = new ArrayList<>();
        for (String name : subjects) {
            String[] parts = name.split("/", 2);
            Unit unit = Unit.of(Drafts.decided(new Subject(parts[0], parts[1]), "r"));
            Committed.Durable done = (Committed.Durable) ledger.commit(unit);
            leaves.add(HeadLeaf.hash(done.receipts().getFirst()));
        }
        leaves.sort(Comparator.comparing(HexFormat.of()::formatHex));
        return leaves;
    }

    private static Checkpoint opened(ChainLog log, SignedCheckpoint signed) {
        return log.key().open(signed.note()).orElseThrow();
    }

    private static void consistent(ChainLog log, SignedCheckpoint older, SignedCheckpoint newer) throws Exception {
        Checkpoint before = opened(log, older);
        Checkpoint after = opened(log, newer);
        List<byte[]> path = log.consistency(before.size(), after.size()).orElseThrow();
        assertThat(MerkleProof.consistent(before.size(), before.root(), after.size(), after.root(), path))
                .isTrue();
    }

    private static byte[] root(List<byte[]> leaves) {
        if (leaves.size() == 1) {
            return leaves.getFirst();
        }
        int half = Integer.highestOneBit(leaves.size() - 1);
        return MerkleHash.node(root(leaves.subList(0, half)), root(leaves.subList(half, leaves.size())));
    }

    private interface Call {
        SignedCheckpoint make(int i) throws Exception;
    }

    private static List<SignedCheckpoint> parallel(int calls, Call call) throws Exception {
        List<SignedCheckpoint> made = new ArrayList<>();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<SignedCheckpoint>> tasks = IntStream.range(0, calls)
                    .mapToObj(i -> (Callable<SignedCheckpoint>) () -> call.make(i))
                    .toList();
            for (Future<SignedCheckpoint> one : callers.invokeAll(tasks)) {
                made.add(one.get());
            }
        }
        return made;
    }
}
