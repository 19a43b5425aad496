package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Reason;
import java.security.GeneralSecurityException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class PerimeterTest {

    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    private static TestDatabase database;
    private static TestKey key;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private GroupCommit ledger;
    private final String gateway;
    private final Subject today;

    PerimeterTest(TestInfo test) {
        gateway = "gw-" + test.getTestMethod().orElseThrow().getName();
        today = new Subject("perimeter", "2026-03-01." + gateway);
    }

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
        ledger = new GroupCommit(database.pool(), key, now::get, GroupCommit.Settings.defaults()).start();
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    @DisplayName("REC-1: many refusals stand in one signed entry of the day's perimeter chain")
    void manyInOne() throws Exception {
        Perimeter perimeter = perimeter(60, 2000);
        perimeter.refused(refusal("192.0.2.1", "r1"));
        perimeter.refused(refusal("192.0.2.2", "r2"));
        perimeter.flush();

        List<ObjectNode> entries = Records.entries(database.pool(), today);
        assertThat(entries).hasSize(1);
        assertThat(entries.getFirst().path("kind").stringValue()).isEqualTo("refusals");
        JsonNode refusals = entries.getFirst().path("body").path("refusals");
        assertThat(refusals).extracting(r -> r.path("request_id").stringValue()).containsExactly("r1", "r2");
        assertThat(refusals.path(0).toString())
                .isEqualTo(
                        "{\"action\":\"offer.create\",\"at\":\"2026-03-01T12:00:00Z\",\"cause\":\"digest_mismatch\","
                                + "\"decision\":\"forbid\",\"door\":\"rest\",\"reason\":\"signature_invalid\",\"request_id\":\"r1\"}");
        assertThat(Records.of(database.pool(), today, key).passed()).isTrue();
    }

    @Test
    @DisplayName("REC-1: another limit for each address holds from then on")
    void reload() throws Exception {
        Perimeter perimeter = perimeter(1, 2000);
        IntStream.range(0, 3).forEach(i -> perimeter.refused(refusal("192.0.2.1", "a" + i)));
        perimeter.reload(4);
        IntStream.range(3, 6).forEach(i -> perimeter.refused(refusal("192.0.2.1", "a" + i)));
        perimeter.flush();

        JsonNode refusals =
                Records.entries(database.pool(), today).getFirst().path("body").path("refusals");
        assertThat(refusals).extracting(r -> r.path("request_id").stringValue()).containsExactly("a0", "a3");
    }

    @Test
    @DisplayName("REC-1: past the limit of an address refusals are only counted; the next minute is a new one")
    void perAddress() throws Exception {
        Perimeter perimeter = perimeter(2, 2000);
        IntStream.range(0, 5).forEach(i -> perimeter.refused(refusal("192.0.2.1", "a" + i)));
        perimeter.refused(refusal("192.0.2.2", "b"));
        perimeter.flush();
        now.set(NOON.plusSeconds(60));
        perimeter.refused(refusal("192.0.2.1", "c"));
        perimeter.flush();

        List<ObjectNode> entries = Records.entries(database.pool(), today);
        assertThat(requestIds(entries.getFirst())).containsExactly("a0", "a1", "b");
        assertThat(entries.getFirst().path("body").path("counted").toString()).isEqualTo("{\"signature_invalid\":3}");
        assertThat(requestIds(entries.getLast())).containsExactly("c");
    }

    @Test
    @DisplayName("REC-1: memory is bounded: past the total limit refusals are only counted")
    void total() throws Exception {
        Perimeter perimeter = perimeter(60, 3);
        IntStream.range(0, 10).forEach(i -> perimeter.refused(refusal("192.0.2." + i, "r" + i)));
        perimeter.flush();

        JsonNode body = Records.entries(database.pool(), today).getFirst().path("body");
        assertThat(body.path("refusals").size()).isEqualTo(3);
        assertThat(body.path("counted").path("signature_invalid").asInt()).isEqualTo(7);
    }

    @Test
    @DisplayName("REC-1: no entry grows without bound, and none is written for nothing")
    void pages() throws Exception {
        Perimeter perimeter = perimeter(5000, 5000);
        IntStream.range(0, 1100).forEach(i -> perimeter.refused(refusal("192.0.2.1", "r" + i)));
        perimeter.flush();
        perimeter.flush();

        assertThat(Records.entries(database.pool(), today))
                .extracting(e -> e.path("body").path("refusals").size())
                .containsExactly(500, 500, 100);
    }

    @Test
    @DisplayName("REC-3: what an unavailable ledger did not take is written later")
    void unavailable() throws Exception {
        GroupCommit closed = new GroupCommit(database.pool(), key, now::get, GroupCommit.Settings.defaults()).start();
        closed.close();
        AtomicReference<Ledger> current = new AtomicReference<>(closed);
        Perimeter perimeter = new Perimeter(unit -> current.get().commit(unit), gateway, now::get, settings(60, 2000));
        perimeter.refused(refusal("192.0.2.1", "r1"));
        perimeter.flush();
        current.set(ledger);
        perimeter.refused(refusal("192.0.2.1", "r2"));
        perimeter.close();

        assertThat(requestIds(Records.entries(database.pool(), today).getFirst()))
                .containsExactly("r1", "r2");
    }

    @Test
    @DisplayName("REC-1: text from who was refused enters only as its digest unless it is short and plain")
    void freeText() throws Exception {
        Perimeter perimeter = perimeter(60, 2000);
        perimeter.refused(refusal("192.0.2.1", "r\u0000\ud800"));
        perimeter.refused(refusal("192.0.2.1", "x".repeat(513)));
        perimeter.flush();

        assertThat(requestIds(Records.entries(database.pool(), today).getFirst()))
                .allMatch(id -> id.matches("sha-256:[0-9a-f]{64}"));
    }

    @Test
    @DisplayName("REC-1: a new UTC day begins a new chain")
    void nextDay() throws Exception {
        Perimeter perimeter = perimeter(60, 2000);
        now.set(Instant.parse("2026-03-02T00:00:00Z"));
        perimeter.refused(refusal("192.0.2.1", "r1"));
        perimeter.flush();

        assertThat(new Chains(database.pool()).head(new Subject("perimeter", "2026-03-02." + gateway)))
                .isPresent();
    }

    @Test
    @DisplayName("REC-1: the schedule writes without being asked")
    void scheduled() {
        try (Perimeter perimeter =
                new Perimeter(ledger, gateway, InstantSource.fixed(NOON), settings(60, 2000)).start()) {
            perimeter.refused(refusal("192.0.2.1", "r1"));
            Awaitility.await()
                    .until(() -> new Chains(database.pool()).head(today).isPresent());
        }
    }

    private Perimeter perimeter(int perAddress, int maxPending) {
        return new Perimeter(ledger, gateway, now::get, settings(perAddress, maxPending));
    }

    private static Perimeter.Settings settings(int perAddress, int maxPending) {
        return new Perimeter.Settings(Duration.ofMillis(20), perAddress, maxPending);
    }

    private static Refusal refusal(String address, String requestId) {
        return new Refusal(
                address,
                "offer.create",
                Reason.SIGNATURE_INVALID,
                "digest_mismatch",
                null,
                null,
                requestId,
                "rest",
                null);
    }

    private static List<String> requestIds(ObjectNode entry) {
        return entry.path("body")
                .path("refusals")
                .valueStream()
                .map(r -> r.path("request_id").stringValue())
                .toList();
    }
}
