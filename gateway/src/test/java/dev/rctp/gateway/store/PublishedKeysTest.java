package dev.rctp.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which key may be chosen while several processes publish, such as pods of one release, which share a {@code gateway_id} (MGT-1, REC-5). */
class PublishedKeysTest extends OnTables {

    private static final Instant THEN = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant NOW = THEN.plus(Duration.ofMinutes(10));
    private static final Map<String, Boolean> BEFORE = Map.of("old", true);
    private static final Map<String, Boolean> AFTER = Map.of("old", true, "new", true);

    @BeforeEach
    void empty() {
        tables.useHandle(handle -> handle.execute("DELETE FROM published_key"));
    }

    private static SqlKeys process(String run) {
        return new SqlKeys(database.dataSource(), "pod", run);
    }

    private static void ago(String run, String time) {
        tables.useHandle(handle -> handle.execute(
                "UPDATE published_key SET seen_at = clock_timestamp() - ?::interval WHERE run = ?", time, run));
    }

    private static boolean isReady(SqlKeys process, String kid) {
        return process.list(NOW).stream().anyMatch(key -> key.kid().equals(kid) && key.ready());
    }

    @Test
    @DisplayName(
            "MGT-1: of two processes that share a gateway_id both publish and can sign with a key before it may be chosen")
    void both() {
        SqlKeys one = process("run_1");
        SqlKeys two = process("run_2");
        two.publish(AFTER, THEN);
        one.publish(BEFORE, THEN);
        assertThat(two.list(NOW)).extracting(SqlKeys.Published::kid).containsExactlyInAnyOrder("old", "new");
        assertThat(isReady(two, "old")).isTrue();
        assertThat(isReady(two, "new")).isFalse();
        two.publish(AFTER, THEN);
        two.alive();
        assertThat(isReady(two, "new")).isFalse();

        one.publish(Map.of("old", true, "new", false), THEN);
        assertThat(isReady(two, "new")).isFalse();
        one.gone();
        assertThat(isReady(two, "new")).isTrue();
        one.alive();
        assertThat(isReady(two, "new")).isFalse();
    }

    @Test
    @DisplayName(
            "MGT-1: of two processes that share a gateway_id one stops without the other's keys counting as stopped")
    void oneStops() {
        SqlKeys one = process("run_1");
        SqlKeys two = process("run_2");
        one.publish(BEFORE, THEN);
        two.publish(AFTER, THEN);
        two.gone();
        assertThat(isReady(two, "new")).isFalse();
        assertThat(isReady(one, "old")).isTrue();
    }

    @Test
    @DisplayName(
            "MGT-1: what a gateway has published counts on after a restart, and begins anew behind one that lacked the key")
    void restarted() {
        SqlKeys first = process("run_1");
        first.publish(AFTER, THEN);
        first.gone();
        SqlKeys second = process("run_2");
        second.publish(AFTER, NOW);
        assertThat(isReady(second, "new")).isTrue();

        second.publish(BEFORE, NOW);
        second.publish(AFTER, NOW);
        assertThat(isReady(second, "new")).as("published again by one process").isFalse();
        second.publish(BEFORE, NOW);
        second.gone();
        SqlKeys third = process("run_3");
        third.publish(AFTER, NOW);
        assertThat(isReady(third, "old")).isTrue();
        assertThat(isReady(third, "new")).isFalse();

        ago("run_1", "3 days");
        ago("run_2", "10 minutes");
        third.gone();
        tables.useHandle(handle -> handle.execute("DELETE FROM published_key WHERE run = 'run_3'"));
        SqlKeys fourth = process("run_4");
        fourth.publish(AFTER, NOW);
        assertThat(isReady(fourth, "new"))
                .as("profiles without it are kept nowhere")
                .isTrue();
    }
}
