package dev.rctp.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LeftoversTest extends OnTables {

    private static final Instant ENDED = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant LATER = ENDED.plus(Leftovers.APPROVALS_KEPT);
    private static final String APPROVAL = """
            INSERT INTO approval (approval_id, operator, agent, seller, action, slot, question, held_key_id, expires_at,
                                  state, decided_at, result)
            VALUES (?, 'o', ?, 's', 'offer.accept', 'l', '{}', 'k', ?, ?, ?, ?)""";

    private static void execute(String sql, @Nullable Object... arguments) {
        tables.useHandle(handle -> handle.execute(sql, arguments));
    }

    private static List<String> column(String sql) {
        return tables.withHandle(
                handle -> handle.createQuery(sql).mapTo(String.class).list());
    }

    private static void approval(String id, String state, boolean settled) {
        execute(APPROVAL, id, id, ENDED, state, state.equals("pending") ? null : ENDED, settled ? "{}" : null);
        execute("INSERT INTO approval_queue (operator, agent, seller) VALUES ('o', ?, 's')", id);
    }

    @Test
    @DisplayName(
            "an approval that has ended is kept for 30 days, to the instant; one that waits, or has still to be carried out, for good")
    void approvals() {
        for (String state : List.of("approved", "declined", "expired")) {
            approval(state, state, true);
            execute("INSERT INTO approval_challenge VALUES (?, ?, 'decline', '{}', NULL, ?)", state, state, ENDED);
        }
        approval("pending", "pending", false);
        approval("on its way", "approved", false);
        Leftovers leftovers = new Leftovers(database.dataSource(), 2);

        leftovers.remove(LATER.minusMillis(1));
        assertThat(column("SELECT approval_id FROM approval")).hasSize(5);
        assertThat(column("SELECT agent FROM approval_queue")).containsExactly("pending");

        assertThat(leftovers.remove(LATER)).isEqualTo(3);
        assertThat(column("SELECT approval_id FROM approval")).containsExactlyInAnyOrder("pending", "on its way");
        assertThat(column("SELECT challenge FROM approval_challenge")).isEmpty();
        assertThat(column("SELECT agent FROM approval_queue")).containsExactly("pending");
    }

    @Test
    @DisplayName("APR-9: tickets and their challenges go once they have expired by every gateway's clock")
    void tickets() {
        for (int i = 0; i < 5; i++) {
            execute("INSERT INTO enrolment_ticket VALUES (?, ?)", "t" + i, ENDED);
            execute("INSERT INTO enrolment_challenge VALUES (?, ?, ?)", "c" + i, "t" + i, ENDED);
        }
        execute("INSERT INTO enrolment_ticket VALUES ('live', ?)", ENDED.plus(Duration.ofMillis(1)));
        Leftovers leftovers = new Leftovers(database.dataSource(), 2);
        Instant end = ENDED.plus(Leftovers.TICKETS_KEPT);

        leftovers.remove(end.minusMillis(1));
        assertThat(column("SELECT ticket_id FROM enrolment_ticket")).hasSize(6);
        assertThat(column("SELECT challenge FROM enrolment_challenge")).hasSize(5);
        leftovers.remove(end);
        assertThat(column("SELECT ticket_id FROM enrolment_ticket")).containsExactly("live");
        assertThat(column("SELECT challenge FROM enrolment_challenge")).isEmpty();
    }

    @Test
    @DisplayName("what a gateway published goes when it has not been alive for 30 days, not when it stops")
    void publishedKeys() {
        SqlKeys stopped = new SqlKeys(database.dataSource(), "stopped", "run_1");
        stopped.publish(Map.of("k", true), ENDED);
        stopped.gone();
        SqlKeys living = new SqlKeys(database.dataSource(), "living", "run_2");
        living.publish(Map.of("k", true), ENDED);
        living.forgetOthers();
        assertThat(column("SELECT gateway FROM published_key")).containsExactlyInAnyOrder("stopped", "living");
        execute("UPDATE published_key SET seen_at = seen_at - interval '30 days'");
        living.alive();
        living.forgetOthers();
        assertThat(column("SELECT gateway FROM published_key")).containsExactly("living");
    }
}
