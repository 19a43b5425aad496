package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Dealing.unmet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A deal that nobody held funds for ends by time itself; that it did is written down once, and told (EVT-6). */
@ExtendWith(Sandboxed.class)
class DealLapseTest {

    private static final String STATE = "SELECT state FROM deal WHERE deal_id = ?";
    private static final String END =
            "SELECT to_char(lapses_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"') FROM deal WHERE deal_id = ?";

    /** From 2 s on, each doubled or halved, some eight show both outcomes however slow the machine is. */
    private static final int MOST_RACES = 12;

    @TempDir
    Path folder;

    private static int put(Dealing dealing, World world, Path state) throws Exception {
        return Telling.of(world, state)
                .put(dealing.haggle.listing, dealing.haggle.sub, Haggle.PRICE, "EUR")
                .statusCode();
    }

    private static void awaitWritten(Dealing dealing, Path state) {
        await().atMost(Duration.ofSeconds(20))
                .until(() -> Tables.of(state).text(STATE, dealing.id).equals("lapsed"));
    }

    private static List<JsonNode> lapses(Dealing dealing) throws Exception {
        return dealing.record(dealing.buyer, null)
                .path("entries")
                .valueStream()
                .filter(entry -> entry.path("kind").stringValue().equals("lapsed"))
                .toList();
    }

    private static void verifies(Dealing dealing) throws Exception {
        ObjectNode bundle = (ObjectNode) dealing.record(dealing.buyer, null).deepCopy();
        bundle.set(
                "keys",
                dealing.world.get(dealing.world.address("gateway_profile")).path("keys"));
        assertThat(new RecordVerifier(Registries.load())
                        .verify(bundle.toString().getBytes(StandardCharsets.UTF_8))
                        .passed())
                .isTrue();
    }

    @Test
    @DisplayName(
            "EVT-6, WHK-1, LST-9: two gateways write down once that a deal has lapsed; both sides and the marketplace are told, and it may be offered again")
    void once(World world, Path state) throws Exception {
        List<Dealing> lapsing = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            lapsing.add(Dealing.of(world));
        }
        Dealing first = lapsing.getFirst();
        Inbox buyer = Inbox.of(world, "buyer-ops-b");
        Inbox seller = Inbox.of(world, "seller-ops");
        for (Dealing dealing : lapsing) {
            assertThat(buyer.said(dealing.id, 1)).containsExactly("deal.opened open");
            assertThat(seller.said(dealing.id, 1)).containsExactly("deal.opened open");
        }
        assertThat(put(first, world, state)).as("sold").isEqualTo(409);
        first.pass(Duration.ofDays(3).plusMinutes(1));
        try (AnotherGateway second =
                AnotherGateway.start(state, folder, "second-lapse", AnotherGateway.clock(world), config -> {})) {
            assertThat(second.port()).isPositive();
            for (Dealing dealing : lapsing) {
                awaitWritten(dealing, state);
            }
        }
        for (Dealing dealing : lapsing) {
            assertThat(lapses(dealing)).hasSize(1);
            verifies(dealing);
            assertThat(buyer.said(dealing.id, 2)).containsExactly("deal.opened open", "deal.lapsed lapsed");
            assertThat(seller.said(dealing.id, 2)).containsExactly("deal.opened open", "deal.lapsed lapsed");
            assertThat(Inbox.ofMarketplace(world).said(dealing.id, 1)).containsExactly("deal.lapsed lapsed");
            assertThat(Inbox.of(world, "escrow").about(dealing.id)).isEmpty();
        }
        assertThat(first.state()).isEqualTo("lapsed");
        assertThat(unmet(first.report("funds_held"))).containsExactly("not_lapsed");
        assertThat(put(first, world, state)).isEqualTo(200);
    }

    @Test
    @DisplayName(
            "EVT-6, LST-9: where nobody writes it down, a deal has lapsed all the same, and its listing may be offered again")
    void unwritten(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        Tables tables = Tables.of(state);
        tables.execute("CREATE FUNCTION unwritten() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'");
        tables.execute("CREATE TRIGGER unwritten BEFORE UPDATE ON deal FOR EACH ROW WHEN (NEW.state = 'lapsed')"
                + " EXECUTE FUNCTION unwritten()");
        try {
            dealing.pass(Duration.ofDays(3));
            assertThat(dealing.state()).isEqualTo("lapsed");
            assertThat(unmet(dealing.report("funds_held"))).containsExactly("not_lapsed");
            assertThat(dealing.report(dealing.buyer, "com.example.note").status())
                    .isEqualTo(201);
            assertThat(put(dealing, world, state)).isEqualTo(200);
            assertThat(tables.text(STATE, dealing.id)).isEqualTo("open");
            assertThat(lapses(dealing)).isEmpty();
        } finally {
            tables.execute("DROP FUNCTION unwritten() CASCADE");
        }
        awaitWritten(dealing, state);
        assertThat(lapses(dealing)).hasSize(1);
        verifies(dealing);
    }

    @Test
    @DisplayName("EVT-6, INV-5: a deal that the database refuses to write down holds up no other deal's lapse")
    void refused(World world, Path state) throws Exception {
        Dealing refused = Dealing.of(world);
        List<Dealing> others = List.of(Dealing.of(world), Dealing.of(world));
        Tables tables = Tables.of(state);
        tables.execute("CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION USING"
                + " ERRCODE = ''22P05''; END'");
        tables.execute("CREATE TRIGGER refused BEFORE UPDATE ON deal FOR EACH ROW WHEN (NEW.state = 'lapsed'"
                + " AND NEW.deal_id = '" + refused.id + "') EXECUTE FUNCTION refused()");
        try {
            refused.pass(Duration.ofDays(3).plusMinutes(1));
            for (Dealing other : others) {
                awaitWritten(other, state);
            }
            assertThat(lapses(refused)).isEmpty();
        } finally {
            tables.execute("DROP FUNCTION refused() CASCADE");
        }
        awaitWritten(refused, state);
    }

    @Test
    @DisplayName(
            "EVT-6, WHK-1: an entry of a deal's chain that isn't an event is never taken apart to tell of the deal")
    void unreadable(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        Tables tables = Tables.of(state);
        tables.execute("INSERT INTO entry (subject_type, subject_id, seq, jcs, hash) VALUES ('deal', '" + dealing.id
                + "', 1000, convert_to('{\"body\":{\"agent_id\":\"a\\u0000b\"}}', 'UTF8'), 'none')");
        try {
            assertThat(dealing.report("funds_held").status()).isEqualTo(201);
        } finally {
            tables.execute("DELETE FROM entry WHERE subject_id = '" + dealing.id + "' AND seq = 1000");
        }
    }

    @Test
    @DisplayName(
            "EVT-6: of funds that come at the last moment and the lapse, over two gateways, one is recorded and never both")
    void race(World world, Path state) throws Exception {
        try (AnotherGateway second = AnotherGateway.start(
                        state, folder, "second-race", () -> world.clock().instant(), config -> {});
                HttpClient http = HttpClient.newHttpClient();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Agent there = AnotherGateway.agent(
                    state,
                    http,
                    URI.create("http://localhost:" + second.port()),
                    () -> world.clock().instant(),
                    "escrow",
                    0);
            Set<Boolean> outcomes = new HashSet<>();
            long lead = 2;
            for (int races = 0; races < MOST_RACES && outcomes.size() < 2; races++) {
                Dealing dealing = Dealing.of(world);
                boolean held = held(dealing, state, List.of(there, dealing.holder), lead, threads);
                if (!held) {
                    awaitWritten(dealing, state);
                }
                assertThat(dealing.state()).isEqualTo(held ? "funds_held" : "lapsed");
                assertThat(lapses(dealing)).hasSize(held ? 0 : 1);
                assertThat(dealing.types()).isEqualTo(held ? List.of("funds_held") : List.of());
                verifies(dealing);
                outcomes.add(held);
                lead = held ? later(lead) : earlier(lead);
            }
            assertThat(outcomes).as("both held and lapsed").containsExactlyInAnyOrder(true, false);
        }
    }

    /** Down to after the end, where no funds are held on any machine. */
    private static long later(long lead) {
        return lead > 0 ? lead / 2 : -1;
    }

    /** Up to so long before the end that funds are held on any machine. */
    private static long earlier(long lead) {
        return Math.max(1, lead * 2);
    }

    /** Whether funds that all of these report, from up to a second more than {@code lead} seconds before the deal's end on, are held. */
    private static boolean held(Dealing dealing, Path state, List<Agent> holders, long lead, ExecutorService threads)
            throws Exception {
        Instant end = Instant.parse(Tables.of(state).text(END, dealing.id));
        dealing.world.advance(
                Duration.between(dealing.world.clock().instant(), end).minusSeconds(lead));
        List<Callable<Answer>> reports = new ArrayList<>();
        for (Agent holder : holders) {
            reports.add(() -> dealing.report(holder, "funds_held"));
        }
        List<Integer> statuses = new ArrayList<>();
        for (Future<Answer> report : threads.invokeAll(reports)) {
            statuses.add(report.get().status());
        }
        assertThat(statuses).isSubsetOf(201, 409);
        assertThat(statuses).areAtMost(1, new Condition<>(status -> status == 201, "recorded"));
        return statuses.contains(201);
    }
}
