package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.attest.GroupCommit.Settings;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class GroupCommitTest {

    private static final Settings EAGER = new Settings(50, 4096, Duration.ZERO, Duration.ofSeconds(20));

    private static TestDatabase database;
    private static TestKey key;

    private GroupCommit ledger;
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
    void open() {
        subject = Drafts.listing(UUID.randomUUID().toString());
        ledger = new GroupCommit(database.pool(), key, InstantSource.system(), EAGER).start();
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    @DisplayName("REC-2: a chain starts at 1 and has no gaps; the head is the last receipt")
    void appends() throws Exception {
        List<Receipt> receipts = LongStream.rangeClosed(1, 5)
                .mapToObj(
                        i -> receipts(Unit.of(Drafts.decided(subject, "r" + i))).getFirst())
                .toList();

        assertThat(receipts).extracting(Receipt::seq).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(new Chains(database.pool()).head(subject)).contains(receipts.getLast());
        assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
    }

    @Test
    @DisplayName("REC-3: entries of one unit stand in its order, in several chains")
    void severalEntries() throws Exception {
        Subject other = Drafts.listing(UUID.randomUUID().toString());
        List<Receipt> receipts = receipts(
                Unit.of(Drafts.decided(subject, "a"), Drafts.decided(other, "b"), Drafts.decided(subject, "c")));

        assertThat(receipts).extracting(Receipt::subject).containsExactly(subject, other, subject);
        assertThat(receipts).extracting(Receipt::seq).containsExactly(1L, 1L, 2L);
        assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
    }

    @Test
    @DisplayName("REC-3: closing writes are in the entries' transaction and know their receipts")
    void closing() throws Exception {
        String id = UUID.randomUUID().toString();
        Unit unit = new Unit(
                List.of(new Guard("new", insert(id, "held"))),
                List.of(Drafts.decided(subject, "a")),
                receipts -> List.of(Statement.of(
                        "UPDATE thing SET seq = ? WHERE id = ?",
                        receipts.getFirst().seq(),
                        id)));

        assertThat(ledger.commit(unit)).isInstanceOf(Committed.Durable.class);
        assertThat(database.ask("SELECT state || seq FROM thing WHERE id = '" + id + "'"))
                .isEqualTo("held1");
    }

    @Test
    @DisplayName("REC-3: a unit that loses a guard leaves nothing, neither entry nor what an earlier guard wrote")
    void secondGuardLost() throws Exception {
        String first = UUID.randomUUID().toString();
        String taken = UUID.randomUUID().toString();
        database.run("INSERT INTO thing VALUES ('" + taken + "', 'reserved')");
        Unit unit = new Unit(
                List.of(
                        new Guard("key", insert(first, "x")),
                        new Guard(
                                "listing",
                                Statement.of(
                                        "UPDATE thing SET state = ? WHERE id = ? AND state = ?",
                                        "reserved",
                                        taken,
                                        "open"))),
                List.of(Drafts.decided(subject, "a")),
                Closing.none());

        assertThat(ledger.commit(unit)).isEqualTo(new Committed.Lost("listing"));
        assertThat(database.ask("SELECT id FROM thing WHERE id = '" + first + "'"))
                .isNull();
        assertThat(new Chains(database.pool()).head(subject)).isEmpty();
    }

    @Test
    @DisplayName(
            "REC-2: a unit whose entry names another chain's head is lost once that chain has gone on, and leaves nothing")
    void namedHead() throws Exception {
        Subject negotiation = Drafts.listing(UUID.randomUUID().toString());
        Receipt seen = receipts(Unit.of(Drafts.decided(negotiation, "offer"))).getFirst();
        assertThat(ledger.commit(naming(seen, "first"))).isInstanceOf(Committed.Durable.class);
        assertThat(new Chains(database.pool()).head(negotiation)).contains(seen);

        Receipt next = receipts(Unit.of(Drafts.decided(negotiation, "refused"))).getFirst();
        String id = UUID.randomUUID().toString();
        Unit late = new Unit(
                List.of(new Guard("new", insert(id, "x"))),
                List.of(seen),
                List.of(Drafts.decided(subject, "late")),
                Closing.none());
        assertThat(ledger.commit(late)).isEqualTo(new Committed.Lost(Unit.HEAD));
        assertThat(database.ask("SELECT id FROM thing WHERE id = '" + id + "'")).isNull();
        assertThat(new Chains(database.pool()).head(subject)).map(Receipt::seq).contains(1L);
        assertThat(ledger.commit(naming(next, "now"))).isInstanceOf(Committed.Durable.class);
        assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
    }

    @Test
    @DisplayName(
            "REC-2: among units of one batch too, whoever names a head stands or falls by its place, and the others stand")
    void namedHeadRace() throws Exception {
        Subject negotiation = Drafts.listing(UUID.randomUUID().toString());
        Receipt seen = receipts(Unit.of(Drafts.decided(negotiation, "offer"))).getFirst();
        List<Unit> units = IntStream.range(0, 40)
                .mapToObj(i -> i % 2 == 0
                        ? Unit.of(Drafts.decided(negotiation, "r" + i))
                        : new Unit(
                                List.of(),
                                List.of(seen),
                                List.of(Drafts.decided(Drafts.listing("deal" + i + negotiation.id()), "open")),
                                Closing.none()))
                .toList();
        List<Committed> outcomes = together(units);
        assertThat(outcomes).allMatch(o -> o instanceof Committed.Durable || o.equals(new Committed.Lost(Unit.HEAD)));
        assertThat(new Chains(database.pool()).head(negotiation))
                .map(Receipt::seq)
                .contains(21L);
        assertThat(Records.of(database.pool(), negotiation, key).passed()).isTrue();
    }

    private Unit naming(Receipt head, String request) {
        return new Unit(List.of(), List.of(head), List.of(Drafts.decided(subject, request)), Closing.none());
    }

    @Test
    @DisplayName("REC-3: losers of a second guard in one batch are undone, the winner and the bystanders stand")
    void secondGuardRace() throws Exception {
        String listing = UUID.randomUUID().toString();
        database.run("INSERT INTO thing VALUES ('" + listing + "', 'open')");
        List<Unit> units = IntStream.range(0, 40)
                .mapToObj(i -> i % 4 == 0 ? Unit.of(Drafts.decided(subject, "by" + i)) : reserving(listing, i))
                .toList();

        List<Committed> outcomes = together(units);

        assertThat(outcomes.stream().filter(o -> o.equals(new Committed.Lost("listing"))))
                .hasSize(29);
        assertThat(outcomes.stream().filter(Committed.Durable.class::isInstance))
                .hasSize(11);
        assertThat(database.ask("SELECT count(*) FROM thing WHERE id LIKE '" + listing + "-%'"))
                .isEqualTo("1");
        assertThat(new Chains(database.pool()).head(subject).orElseThrow().seq())
                .isEqualTo(11);
        assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
    }

    @Test
    @DisplayName("IDM-1: of many units behind one guard exactly one is durable, the others lost (B75, B76)")
    void firstGuardRace() throws Exception {
        String id = UUID.randomUUID().toString();
        List<Unit> units = IntStream.range(0, 50)
                .mapToObj(i -> new Unit(
                        List.of(new Guard("key", insert(id, "r" + i))),
                        List.of(Drafts.decided(subject, "r" + i)),
                        Closing.none()))
                .toList();

        List<Committed> outcomes = together(units);

        assertThat(outcomes.stream().filter(o -> o.equals(new Committed.Lost("key"))))
                .hasSize(49);
        assertThat(new Chains(database.pool()).head(subject).orElseThrow().seq())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("REC-3: a unit the database refuses fails alone")
    void failingUnit() throws Exception {
        List<Unit> units = IntStream.range(0, 30)
                .mapToObj(i -> i == 13 ? broken() : Unit.of(Drafts.decided(subject, "r" + i)))
                .toList();

        List<Future<Committed>> answers = futures(units);

        for (int i = 0; i < answers.size(); i++) {
            if (i == 13) {
                assertThatThrownBy(answers.get(i)::get).hasCauseInstanceOf(LedgerUnavailableException.class);
            } else {
                assertThat(answers.get(i).get()).isInstanceOf(Committed.Durable.class);
            }
        }
        assertThat(new Chains(database.pool()).head(subject).orElseThrow().seq())
                .isEqualTo(29);
        assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
    }

    @Test
    @DisplayName("REC-3: a closing that throws fails alone and leaves nothing")
    void throwingClosing() throws Exception {
        Unit unit = new Unit(List.of(), List.of(Drafts.decided(subject, "a")), _ -> {
            throw new IllegalStateException("a fault in the caller");
        });

        assertThatThrownBy(() -> ledger.commit(unit)).isInstanceOf(LedgerUnavailableException.class);
        assertThat(new Chains(database.pool()).head(subject)).isEmpty();
        assertThat(receipts(Unit.of(Drafts.decided(subject, "b"))).getFirst().seq())
                .isEqualTo(1);
    }

    @Test
    @DisplayName("protocol section 1: an entry's at never runs backwards within a chain")
    void clockGoesBack() throws Exception {
        Instant start = Instant.parse("2026-03-01T10:00:00.500Z");
        try (GroupCommit later = new GroupCommit(database.pool(), key, () -> start, EAGER).start();
                GroupCommit earlier =
                        new GroupCommit(database.pool(), key, () -> start.minusSeconds(7), EAGER).start()) {
            later.commit(Unit.of(Drafts.decided(subject, "a")));
            earlier.commit(Unit.of(Drafts.decided(subject, "b")));
        }

        assertThat(Records.entries(database.pool(), subject))
                .extracting(e -> e.path("at").stringValue())
                .containsExactly("2026-03-01T10:00:00.500Z", "2026-03-01T10:00:00.500Z");
        assertThat(Records.of(database.pool(), subject, key).passed()).isTrue();
    }

    @Test
    @DisplayName(
            "INV-2: a guard that ends is lost once its time is reached, in the queue or while it is written; its batch goes on")
    void endedGuard() throws Exception {
        Instant end = Instant.parse("2026-03-01T10:00:00Z");
        AtomicReference<Instant> time = new AtomicReference<>(end.minusMillis(1));
        String early = UUID.randomUUID().toString();
        String late = UUID.randomUUID().toString();
        String slow = UUID.randomUUID().toString();
        try (GroupCommit timed = new GroupCommit(database.pool(), key, time::get, EAGER).start()) {
            assertThat(timed.commit(ending(early, end, receipts -> List.of())))
                    .as("a millisecond before")
                    .isInstanceOf(Committed.Durable.class);
            Closing untilTheEnd = receipts -> {
                time.set(end);
                return List.of();
            };
            List<Future<Committed>> answers = new BusyWriter(timed)
                    .meanwhile(ending(slow, end, untilTheEnd), Unit.of(Drafts.decided(subject, "beside")));
            assertThat(answers.getFirst().get()).isEqualTo(new Committed.Lost("answer"));
            assertThat(answers.getLast().get()).isInstanceOf(Committed.Durable.class);
            assertThat(timed.commit(ending(late, end, receipts -> List.of()))).isEqualTo(new Committed.Lost("answer"));
        }

        assertThat(database.ask("SELECT string_agg(id, ' ') FROM thing WHERE id IN ('" + early + "', '" + late + "', '"
                        + slow + "')"))
                .isEqualTo(early);
        assertThat(new Chains(database.pool()).head(subject).orElseThrow().seq())
                .isEqualTo(2);
    }

    private Unit ending(String id, Instant end, Closing closing) {
        return new Unit(
                List.of(new Guard("answer", insert(id, "x"), end)), List.of(Drafts.decided(subject, id)), closing);
    }

    @Test
    @DisplayName("DEC-5: a closed ledger is unavailable; what it had taken is durable")
    void closed() throws Exception {
        ledger.close();
        assertThatThrownBy(() -> ledger.commit(Unit.of(Drafts.decided(subject, "a"))))
                .isInstanceOf(LedgerUnavailableException.class);
    }

    @Test
    @DisplayName("REC-3: every argument type of a statement reaches its column")
    void argumentTypes() throws Exception {
        database.run(
                "CREATE TABLE IF NOT EXISTS kinds (a text, b int, c bigint, d boolean, e timestamptz, f bytea, g text[], h text)");
        Instant at = Instant.parse("2026-03-01T10:00:00.123456Z");
        Statement statement = Statement.of(
                "INSERT INTO kinds VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                "a",
                1,
                2L,
                true,
                at,
                new byte[] {1, 2},
                new String[] {"x", "y"},
                null);
        ledger.commit(new Unit(List.of(new Guard("one", statement)), List.of(), Closing.none()));

        assertThat(
                        database.ask(
                                "SELECT a || b || c || d || extract(epoch FROM e) || encode(f, 'hex') || g[2] || coalesce(h, '-') FROM kinds"))
                .isEqualTo("a12true1772359200.1234560102y-");
    }

    private Unit broken() {
        return new Unit(
                List.of(),
                List.of(Drafts.decided(subject, "bad")),
                _ -> List.of(Statement.of("INSERT INTO thing (id, state) VALUES (?, ?)", "no state", null)));
    }

    private Unit reserving(String listing, int i) {
        return new Unit(
                List.of(
                        new Guard("key", insert(listing + "-" + i, "x")),
                        new Guard(
                                "listing",
                                Statement.of(
                                        "UPDATE thing SET state = ? WHERE id = ? AND state = ?",
                                        "reserved",
                                        listing,
                                        "open"))),
                List.of(Drafts.decided(subject, "r" + i)),
                Closing.none());
    }

    private static Statement insert(String id, String state) {
        return Statement.of("INSERT INTO thing (id, state) VALUES (?, ?) ON CONFLICT DO NOTHING", id, state);
    }

    private List<Receipt> receipts(Unit unit) {
        try {
            return ((Committed.Durable) ledger.commit(unit)).receipts();
        } catch (LedgerUnavailableException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private List<Committed> together(List<Unit> units) throws Exception {
        List<Committed> outcomes = new ArrayList<>();
        for (Future<Committed> answer : futures(units)) {
            outcomes.add(answer.get());
        }
        return outcomes;
    }

    private List<Future<Committed>> futures(List<Unit> units) throws InterruptedException {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            return callers.invokeAll(units.stream()
                    .map(unit -> (Callable<Committed>) () -> ledger.commit(unit))
                    .toList());
        }
    }
}
