package dev.rctp.gateway.store;

import static dev.rctp.gateway.store.OpenAffairs.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.enforce.Standing;
import dev.rctp.gateway.webhook.Outbox;
import dev.rctp.registries.Checkpoint.Role;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** OPR-6 where several gateways share a database and not one configuration. */
class ManyGatewaysTest {

    private static final String KNOWN = "https://known.example/.well-known/ucp";
    private static final String NEW = "https://new.example/.well-known/ucp";
    private static final String LONG_ALIVE =
            "UPDATE running_gateway SET since = clock_timestamp() - interval '2 minutes' WHERE run = ?";
    private static final String SILENT =
            "UPDATE running_gateway SET seen_at = clock_timestamp() - interval '61 seconds' WHERE run = ?";

    @TempDir
    Path folder;

    private OpenAffairs affairs;

    @BeforeEach
    void open() throws Exception {
        affairs = OpenAffairs.open(folder);
        affairs.offer("off_known", KNOWN);
        affairs.offer("off_new", NEW);
        affairs.question("apr_known", KNOWN, NOW.plusSeconds(900));
        affairs.question("apr_new", NEW, NOW.plusSeconds(900));
    }

    @AfterEach
    void close() {
        affairs.close();
    }

    /** A gateway that has onboarded what it says last. */
    private final class Running {

        private final SqlOperators operators;
        private Set<String> traders = Set.of();

        Running(String gateway, String run, Set<String> traders) {
            this.operators = new SqlOperators(affairs.source(), gateway, run);
            this.traders = traders;
            operators.start(traders, traders);
        }

        void has(Set<String> others) {
            traders = others;
            operators.say(others, others);
        }

        /** What a round of its housekeeping ends. */
        int round() throws Exception {
            OffBoarding offBoarding = new OffBoarding(
                    affairs.source(),
                    affairs.ledger(),
                    new Here(),
                    operators,
                    new Outbox(() -> NOW, false),
                    new SecureRandom());
            return offBoarding.endHeld(20, NOW) + offBoarding.endOffers(20, NOW);
        }

        private final class Here implements Standing {
            @Override
            public boolean mayTrade(String profile) {
                return traders.contains(profile);
            }

            @Override
            public String name(String profile) {
                return profile;
            }

            @Override
            public Set<Role> roles(String profile) {
                return Set.of();
            }

            @Override
            public Set<String> traders() {
                return traders;
            }
        }
    }

    private void assertOpen() throws Exception {
        assertThat(affairs.offerState("off_new")).isEqualTo("open");
        assertThat(affairs.questionState("apr_new")).isEqualTo("pending");
    }

    private void assertEnded() throws Exception {
        assertThat(affairs.offerState("off_new")).isEqualTo("declined");
        assertThat(affairs.questionState("apr_new")).isEqualTo("declined");
        assertThat(affairs.offerState("off_known")).isEqualTo("open");
        assertThat(affairs.questionState("apr_known")).isEqualTo("pending");
    }

    @Test
    @DisplayName(
            "OPR-6: a gateway with an older configuration ends nothing of an operator that another one lets trade; once none does, any ends it")
    void older() throws Exception {
        Running newer = new Running("gw", "run_newer", Set.of(KNOWN, NEW));
        Running older = new Running("gw", "run_older", Set.of(KNOWN));
        assertThat(older.round()).isZero();
        assertThat(newer.round()).isZero();
        assertOpen();
        newer.has(Set.of(KNOWN));
        assertThat(older.round()).isEqualTo(2);
        assertEnded();
        assertThat(older.round() + newer.round()).isZero();
    }

    @Test
    @DisplayName("OPR-6: an operator that is onboarded to finish its deals is let trade by nobody")
    void closing() throws Exception {
        Running alone = new Running("gw", "run_alone", Set.of(KNOWN, NEW));
        alone.operators.say(Set.of(KNOWN, NEW), Set.of(KNOWN));
        assertThat(alone.round())
                .as("the file was read, and said elsewhere first")
                .isZero();
        alone.traders = Set.of(KNOWN);
        assertThat(alone.operators.onboarded()).containsExactlyInAnyOrder(KNOWN, NEW);
        assertThat(alone.round()).isEqualTo(2);
        assertEnded();
    }

    @Test
    @DisplayName(
            "OPR-6: a restart without the operator ends it at once; another gateway waits a minute after the last sign of life")
    void restarts() throws Exception {
        Running newer = new Running("gw-1", "run_newer", Set.of(KNOWN, NEW));
        Running older = new Running("gw-2", "run_older", Set.of(KNOWN));
        affairs.execute(LONG_ALIVE, "run_older");
        newer.operators.gone();
        assertThat(older.round()).isZero();
        assertOpen();
        Running again = new Running("gw-1", "run_again", Set.of(KNOWN, NEW));
        assertThat(older.round()).isZero();
        again.operators.gone();
        assertThat(new Running("gw-1", "run_without", Set.of(KNOWN)).round()).isEqualTo(2);
        assertEnded();
    }

    @Test
    @DisplayName(
            "OPR-6: a gateway that is silent for a minute counts no more, but for those that were silent as long, as after an outage of the database")
    void silent() throws Exception {
        Running newer = new Running("gw", "run_newer", Set.of(KNOWN, NEW));
        Running older = new Running("gw", "run_older", Set.of(KNOWN));
        affairs.execute(LONG_ALIVE, "run_older");
        affairs.execute(SILENT, "run_older");
        affairs.execute(SILENT, "run_newer");
        assertThat(older.round()).as("before its own first sign").isZero();
        older.has(Set.of(KNOWN));
        assertThat(older.round()).as("others had no time for theirs").isZero();
        assertThat(newer.round()).as("what it has onboarded itself").isZero();
        assertOpen();
        affairs.execute(LONG_ALIVE, "run_older");
        assertThat(older.round()).isEqualTo(2);
        assertEnded();
    }

    @Test
    @DisplayName("OPR-6: a row that can't be read holds up no other")
    void unreadable() throws Exception {
        Running alone = new Running("gw", "run_alone", Set.of(KNOWN));
        affairs.unreadable("apr_bad", NEW, NOW.plusSeconds(60));
        assertThatThrownBy(alone::round)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("apr_bad");
        assertThat(affairs.questionState("apr_new")).isEqualTo("declined");
        assertThat(affairs.questionState("apr_bad")).isEqualTo("pending");
    }

    @Test
    @DisplayName(
            "APR-7, LST-7: silence and changed listings are written down one by one: a row that can't be read holds up no other")
    void oneByOne() throws Exception {
        affairs.unreadable("apr_bad", KNOWN, NOW.minusSeconds(60));
        affairs.question("apr_silent", KNOWN, NOW.minusSeconds(30));
        SqlApprovals approvals =
                new SqlApprovals(affairs.source(), affairs.ledger(), new Outbox(() -> NOW, false), new SecureRandom());
        assertThatThrownBy(() -> approvals.expire(20, NOW)).hasMessageContaining("apr_bad");
        assertThat(affairs.questionState("apr_silent")).isEqualTo("expired");

        affairs.execute("UPDATE approval SET expires_at = timestamptz '2026-11-30 12:15Z',"
                + " overtaken_at = timestamptz '2026-11-30 11:00Z' WHERE approval_id IN ('apr_bad', 'apr_known')");
        AskedListings asked =
                new AskedListings(affairs.source(), affairs.ledger(), new Outbox(() -> NOW, false), new SecureRandom());
        assertThatThrownBy(() -> asked.end(20, NOW)).hasMessageContaining("apr_bad");
        assertThat(affairs.questionState("apr_known")).isEqualTo("declined");
    }
}
