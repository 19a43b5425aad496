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

/** INV-5: as many rows as a round takes, found first each time, none of which can be written down, don't starve the one behind them. */
class OneByOneTest {

    private static final int AT_ONCE = 3;
    private static final String GONE = "https://gone.example/.well-known/ucp";
    private static final String DEAL =
            "INSERT INTO deal (deal_id, offer_id, negotiation_id, listing_id, state, opened_at,"
                    + " release_condition, deliver_within_days, lapses_at) VALUES (?, ?, ?, 'l1', 'open',"
                    + " timestamptz '2026-11-27 11:00Z', 'buyer_accepted', 5, ?::timestamptz)";

    @TempDir
    Path folder;

    private final Outbox outbox = new Outbox(() -> NOW, false);
    private OpenAffairs affairs;

    /** A round of housekeeping. */
    private interface Round {
        void run() throws Exception;
    }

    /** A gateway that lets nobody trade. */
    private static final class Nobody implements Standing {
        @Override
        public boolean mayTrade(String profile) {
            return false;
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
            return Set.of();
        }
    }

    @BeforeEach
    void open() throws Exception {
        affairs = OpenAffairs.open(folder);
        affairs.execute("CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION USING"
                + " ERRCODE = ''22P05''; END'");
    }

    @AfterEach
    void close() {
        affairs.close();
    }

    private void refuse(String table, String id) throws Exception {
        affairs.execute("CREATE TRIGGER refused BEFORE UPDATE ON " + table + " FOR EACH ROW WHEN (OLD." + id
                + " LIKE 'bad%') EXECUTE FUNCTION refused()");
    }

    private OffBoarding offBoarding() {
        SqlOperators none = new SqlOperators(affairs.source(), "gw", "run");
        none.start(Set.of(), Set.of());
        return new OffBoarding(affairs.source(), affairs.ledger(), new Nobody(), none, outbox, new SecureRandom());
    }

    /** The first round fails at all it finds, the second one ends the good one, and the third begins anew. */
    private static void threeRounds(Round round) throws Exception {
        assertThatThrownBy(round::run).hasMessageContaining("bad0");
        round.run();
        assertThatThrownBy(round::run).hasMessageContaining("bad0");
    }

    @Test
    @DisplayName("EVT-6: deals that can't be written down as lapsed")
    void lapsed() throws Exception {
        for (String id : new String[] {"bad0", "bad1", "bad2", "good"}) {
            affairs.offer(id, GONE);
            affairs.execute(DEAL, id, id, "neg_" + id, "2026-11-30T11:00:0" + (id.equals("good") ? "9Z" : "0Z"));
        }
        refuse("deal", "deal_id");
        LapsedDeals deals = new LapsedDeals(affairs.source(), affairs.ledger(), outbox);
        threeRounds(() -> deals.write(AT_ONCE, NOW));
        assertThat(affairs.text("SELECT state FROM deal WHERE deal_id = 'good'"))
                .isEqualTo("lapsed");
    }

    @Test
    @DisplayName("APR-4: questions whose silence can't be written down")
    void silent() throws Exception {
        for (int i = 0; i < AT_ONCE; i++) {
            affairs.unreadable("bad" + i, GONE, NOW.minusSeconds(60));
        }
        affairs.question("good", GONE, NOW.minusSeconds(30));
        SqlApprovals approvals = new SqlApprovals(affairs.source(), affairs.ledger(), outbox, new SecureRandom());
        threeRounds(() -> approvals.expire(AT_ONCE, NOW));
        assertThat(affairs.questionState("good")).isEqualTo("expired");
    }

    @Test
    @DisplayName("LST-7: questions about a listing that changed whose end can't be written down")
    void overtaken() throws Exception {
        for (int i = 0; i < AT_ONCE; i++) {
            affairs.unreadable("bad" + i, GONE, NOW.plusSeconds(60));
        }
        affairs.question("good", GONE, NOW.plusSeconds(60));
        affairs.execute("UPDATE approval SET overtaken_at = timestamptz '2026-11-30 11:00Z'");
        AskedListings asked = new AskedListings(affairs.source(), affairs.ledger(), outbox, new SecureRandom());
        threeRounds(() -> asked.end(AT_ONCE, NOW));
        assertThat(affairs.questionState("good")).isEqualTo("declined");
    }

    @Test
    @DisplayName("OPR-6: held calls of an operator that is off-boarded which can't be ended")
    void held() throws Exception {
        for (int i = 0; i < AT_ONCE; i++) {
            affairs.unreadable("bad" + i, GONE, NOW.plusSeconds(60));
        }
        affairs.question("good", GONE, NOW.plusSeconds(90));
        OffBoarding offBoarding = offBoarding();
        threeRounds(() -> offBoarding.endHeld(AT_ONCE, NOW));
        assertThat(affairs.questionState("good")).isEqualTo("declined");
    }

    @Test
    @DisplayName("OPR-6: offers of an operator that is off-boarded which can't be ended")
    void offers() throws Exception {
        for (String id : new String[] {"bad0", "bad1", "bad2", "good"}) {
            affairs.offer(id, GONE);
        }
        refuse("offer", "offer_id");
        OffBoarding offBoarding = offBoarding();
        threeRounds(() -> offBoarding.endOffers(AT_ONCE, NOW));
        assertThat(affairs.offerState("good")).isEqualTo("declined");
    }
}
