package dev.rctp.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.enforce.Attempts;
import dev.rctp.gateway.enforce.Carrier;
import dev.rctp.gateway.enforce.Marketplace;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.gateway.limits.StillClock;
import dev.rctp.gateway.webhook.Outbox;
import dev.rctp.registries.Registries;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.SealingKey;
import dev.rctp.terms.SealingKeys;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.CheckoutSigner;
import dev.rctp.terms.negotiation.Moves;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Intents that are carried on, on a real database and by a clock that the test moves; the marketplace is the test's. */
class CarrierTest {

    private static final Duration DAY = Duration.ofHours(24);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String INTENT = """
            INSERT INTO intent (id, caller, action, idempotency_key, subject_type, subject_id, method, target, fields,
                                body, step, decided_at, lease_until, turn, informs)
            VALUES (?, 'c', 'deal.event', ?, 'deal', ?, 'POST', '/deals/x/events', '[]', '', ?, ?::timestamptz,
                    clock_timestamp(), ?::bigint, ?)""";
    private static final String EVENT = "{\"step\":\"event_told\",\"seller\":\"seller-1\"}";

    @TempDir
    Path folder;

    private final StillClock clock = new StillClock();
    private final Attempts attempts = new Attempts(4, Duration.ZERO);
    private final Shop shop = new Shop();
    private OpenAffairs affairs;
    private Carrier carrier;

    /** Says yes, but to those that it has something else to say to, and keeps what it is asked to hang until then. */
    private static final class Shop implements Marketplace {

        private final Map<String, Integer> says = new ConcurrentHashMap<>();
        private final Map<String, CountDownLatch> hangs = new ConcurrentHashMap<>();
        private final List<String> heard = new CopyOnWriteArrayList<>();

        @Override
        public Answer send(UpstreamRequest request, Duration deadline) throws InterruptedException {
            String intent = request.fields().combined("idempotency-key").orElseThrow();
            heard.add(intent);
            CountDownLatch until = hangs.get(intent);
            if (until != null) {
                until.await();
            }
            return new Answer.Answered(says.getOrDefault(intent, 200), new byte[0]);
        }
    }

    /** No checkout is signed here. */
    private static final class NoSigner implements CheckoutSigner {
        @Override
        public String keyId() {
            throw new UnsupportedOperationException();
        }

        @Override
        public String issuer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Duration lifetime() {
            throw new UnsupportedOperationException();
        }

        @Override
        public byte[] sign(byte[] data) {
            throw new UnsupportedOperationException();
        }
    }

    @BeforeEach
    void open() throws Exception {
        affairs = OpenAffairs.open(folder);
        SecureRandom random = new SecureRandom();
        ListingService listings = new ListingService(
                Map.of("goods.small/1", Registries.load().defaultTermSet()),
                new SealingKeys(new SealingKey("k1", "A".repeat(43)), List.of()),
                random,
                clock);
        SqlCallStore calls = new SqlCallStore(
                affairs.source(),
                affairs.ledger(),
                new Moves(new BudgetLimits(3, 10, 3, DAY)),
                new Outbox(clock, false),
                new NoSigner(),
                new StoredTerms(affairs.source(), listings),
                clock,
                DAY,
                20);
        carrier = new Carrier(calls, shop, clock, Duration.ofSeconds(10), DAY, ListingIdFolding.EXACT, random);
    }

    @AfterEach
    void close() {
        attempts.close();
        affairs.close();
    }

    private void event(String id, String deal, int turn, @Nullable String informs) throws Exception {
        intent(id, deal, EVENT, Integer.toString(turn), informs);
    }

    private void intent(String id, String deal, String step, @Nullable String turn, @Nullable String informs)
            throws Exception {
        affairs.execute(INTENT, id, id, deal, step, clock.instant().toString(), turn, informs);
    }

    private List<String> waiting() throws Exception {
        return List.of(affairs.text("SELECT coalesce(string_agg(id, ' ' ORDER BY id), '') FROM intent")
                .split(" ", -1));
    }

    /** One round of attempts at all whose turn it is, each to its end. */
    private void round() throws Exception {
        affairs.execute("UPDATE intent SET lease_until = clock_timestamp() - interval '1 second'");
        carrier.carryOn(attempts);
        attempts.rest();
    }

    /** Rounds until nothing more follows. */
    private List<String> rounds() throws Exception {
        int before = shop.heard.size();
        for (int i = 0; i < 4; i++) {
            round();
        }
        return new ArrayList<>(shop.heard.subList(before, shop.heard.size()));
    }

    private String outcome(String intent) throws Exception {
        return affairs.text(
                "SELECT coalesce(string_agg(convert_from(jcs, 'UTF8')::jsonb ->> 'kind', ' '), '') FROM entry"
                        + " WHERE convert_from(jcs, 'UTF8')::jsonb #>> '{body,intent}' = ?",
                intent);
    }

    @Test
    @DisplayName("EVT-5: a round waits for no attempt: one deal whose telling hangs costs no other anything")
    void hangs() throws Exception {
        CountDownLatch until = new CountDownLatch(1);
        shop.hangs.put("a1", until);
        event("a1", "a", 1, null);
        event("a2", "a", 2, null);
        event("b1", "b", 1, null);
        event("b2", "b", 2, null);
        assertThat(carrier.carryOn(attempts)).isEqualTo(2);
        await().atMost(PATIENCE).until(() -> waiting().equals(List.of("a1", "a2", "b2")));
        assertThat(carrier.carryOn(attempts)).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> waiting().equals(List.of("a1", "a2")));
        event("c1", "c", 1, null);
        assertThat(carrier.carryOn(attempts)).isEqualTo(1);
        await().atMost(PATIENCE).until(() -> waiting().equals(List.of("a1", "a2")));
        assertThat(carrier.carryOn(attempts))
                .as("the second waits for the first")
                .isZero();

        until.countDown();
        await().atMost(PATIENCE).until(() -> waiting().equals(List.of("a2")));
        assertThat(carrier.carryOn(attempts)).isEqualTo(1);
        attempts.rest();
        assertThat(shop.heard).containsExactlyInAnyOrder("a1", "b1", "b2", "c1", "a2");
    }

    @Test
    @DisplayName("PRX-2: no more attempts are under way than there are places for, and what finds none is tried later")
    void places() throws Exception {
        CountDownLatch until = new CountDownLatch(1);
        for (int i = 0; i < 6; i++) {
            shop.hangs.put("i" + i, until);
            event("i" + i, "deal" + i, 1, null);
        }
        assertThat(carrier.carryOn(attempts)).isEqualTo(4);
        assertThat(carrier.carryOn(attempts)).isZero();
        until.countDown();
        attempts.rest();
        assertThat(carrier.carryOn(attempts)).isEqualTo(2);
        attempts.rest();
        assertThat(shop.heard).hasSize(6).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName(
            "EVT-5, PRX-2: an event that waited behind a dead one has its own 24 h from its first attempt, to the millisecond")
    void ownTime() throws Exception {
        shop.says.put("a1", 500);
        shop.says.put("a2", 500);
        event("a1", "a", 1, null);
        event("a2", "a", 2, null);
        affairs.execute(
                "INSERT INTO call (caller, action, idempotency_key, fingerprint) VALUES ('c', 'deal.event', 'call', '')");
        intent("call", "other", "{\"step\":\"plain\"}", null, null);
        shop.says.put("call", 500);
        clock.move(Duration.ofHours(1)); // nobody was there for an hour
        round();
        clock.move(DAY.minusHours(1).minusMillis(1));
        round();
        assertThat(waiting()).containsExactly("a1", "a2", "call");
        clock.move(Duration.ofMillis(1));
        round();
        assertThat(waiting()).as("a call's time runs from its decision").containsExactly("a1", "a2");
        clock.move(Duration.ofHours(1));
        round();
        assertThat(waiting()).as("an event's from its first attempt").containsExactly("a2");
        assertThat(outcome("a1")).isEqualTo("failed");

        round();
        clock.move(DAY.minusMillis(1));
        round();
        assertThat(waiting()).containsExactly("a2");
        shop.says.remove("a2");
        round();
        assertThat(outcome("a2")).isEqualTo("done");
    }

    @Test
    @DisplayName("EVT-5: one that never gets an answer fails at the end of its own time, and not before")
    void ownEnd() throws Exception {
        shop.says.put("a1", 500);
        shop.says.put("a2", 500);
        event("a1", "a", 1, null);
        event("a2", "a", 2, null);
        round();
        clock.move(DAY);
        rounds();
        assertThat(outcome("a1")).isEqualTo("failed");
        clock.move(DAY.minusMillis(1));
        round();
        assertThat(outcome("a2")).isEmpty();
        clock.move(Duration.ofMillis(1));
        round();
        assertThat(outcome("a2")).isEqualTo("failed");
    }

    @Test
    @DisplayName(
            "EVT-2, EVT-5: information that the marketplace can't take holds up nothing but its own role's information")
    void information() throws Exception {
        shop.says.put("a1", 500);
        event("a1", "a", 1, "buyer");
        event("a2", "a", 2, null);
        event("a3", "a", 3, "carrier");
        event("a4", "a", 4, "buyer");
        assertThat(rounds()).containsOnly("a1", "a2", "a3").contains("a2", "a3");
        assertThat(waiting()).containsExactly("a1", "a4");
        shop.says.remove("a1");
        assertThat(rounds()).containsExactly("a1", "a4");
    }

    @Test
    @DisplayName("EVT-5: information waits for what changed the deal before it")
    void informationInOrder() throws Exception {
        shop.says.put("a1", 500);
        event("a1", "a", 1, null);
        event("a2", "a", 2, "carrier");
        assertThat(rounds()).containsOnly("a1");
        shop.says.remove("a1");
        assertThat(rounds()).containsExactly("a1", "a2");
    }
}
