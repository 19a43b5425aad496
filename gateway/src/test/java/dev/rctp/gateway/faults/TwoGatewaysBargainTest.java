package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Money;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two gateways on one database, and one listing that many calls want at once. */
@Tag("long")
class TwoGatewaysBargainTest {

    private static final int OFFERS = 200;
    private static final int REDEMPTIONS = 50;
    private static final int PROBES = 50;
    private static final int PRICES = 8;
    private static final int ROUNDS = 10;
    private static final int PRICE = 90_000;
    private static final int FLOOR = 70_000;

    @TempDir
    Path state;

    private final List<String> listings = new ArrayList<>();
    private String sub = "";

    /** The same listing, seller's agent and buyers' agents through each of the two gateways. */
    private record Side(Bargain bargain, List<Agent> buyers) {}

    private interface Story {
        void tell(Surroundings around, Side first, Side second) throws Exception;
    }

    private void around(int port, String operator, int buyers, Story story) throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, port, world -> {
                    sub = world.listings().getFirst().path("seller").asString();
                    listings.add(world.list(sub, "A camera", new Money(PRICE, "EUR"), new Money(FLOOR, "EUR")));
                });
                Relay relay = new Relay();
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs)) {
            relay.to(server.url());
            SandboxPorts others = TestPorts.from(port + 50);
            String password = server.password();
            List<JsonNode> hired = new ArrayList<>();
            for (int i = 0; i < buyers; i++) {
                hired.add(around.hire(operator, operator + "-more-" + i));
            }
            around.serve("first", config -> StoppedDatabaseTest.external(config, relay, password));
            around.serve("second", config -> {
                StoppedDatabaseTest.external(config, relay, password);
                TwoGatewaysTest.beside(config, others);
            });
            URI second = URI.create("http://localhost:" + others.first());
            story.tell(around, side(around, around.gateway(), operator, hired), side(around, second, operator, hired));
        }
    }

    private Side side(Surroundings around, URI gateway, String operator, List<JsonNode> hired) throws Exception {
        Agent seller = around.agents("seller-ops", gateway).getFirst();
        return new Side(
                Bargain.over(listings.getFirst(), sub, around.world(), seller, gateway),
                hired.stream()
                        .map(agent -> around.hired(operator, agent, gateway))
                        .toList());
    }

    /** Lets them go at the same moment. */
    private static List<Answer> atOnce(List<Callable<Answer>> calls) throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> running = new ArrayList<>();
            for (Callable<Answer> call : calls) {
                running.add(calling.submit(() -> {
                    go.await();
                    return call.call();
                }));
            }
            go.countDown();
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> done : running) {
                answers.add(done.get());
            }
            return answers;
        }
    }

    private static Map<String, Long> decisions(List<Answer> answers) {
        return answers.stream()
                .collect(Collectors.groupingBy(
                        answer -> answer.status() + " " + answer.decision(), Collectors.counting()));
    }

    private static Map<String, Long> states(List<JsonNode> offers) {
        return offers.stream()
                .map(offer -> offer.path("state").asString())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    @DisplayName(
            "OFF-8, CHK-1: of 200 accepts at once over two gateways one reserves the listing, and of 50 redemptions one opens the deal")
    void oneReservationOneDeal() throws Exception {
        around(27_300, "buyer-ops-a", 4, (around, first, second) -> {
            List<Side> sides = List.of(first, second);
            List<String> offers = new ArrayList<>();
            List<Callable<Answer>> offering = new ArrayList<>();
            for (int i = 0; i < OFFERS; i++) {
                Side side = sides.get(i % 2);
                Agent buyer = side.buyers().get(i % side.buyers().size());
                offering.add(() -> side.bargain().offer(buyer, 80_000));
            }
            List<Answer> made = atOnce(offering);
            made.forEach(answer ->
                    offers.add(Bargain.ok(201, answer).json().path("offer_id").stringValue()));
            assertThat(offers).doesNotHaveDuplicates();

            List<Callable<Answer>> accepting = new ArrayList<>();
            for (int i = 0; i < OFFERS; i++) {
                Side side = sides.get(i / 2 % 2);
                String offer = offers.get(i);
                accepting.add(() -> side.bargain().accept(offer));
            }
            List<Answer> accepted = atOnce(accepting);
            assertThat(decisions(accepted))
                    .isEqualTo(Map.of(
                            "200 auto", 1L, "409 forbid;action=\"offer.accept\";reason=listing_reserved", OFFERS - 1L));
            assertThat(states(second.bargain().shown())).isEqualTo(Map.of("accepted", 1L, "open", OFFERS - 1L));

            String won = accepted.stream()
                    .filter(answer -> answer.status() == 200)
                    .findFirst()
                    .orElseThrow()
                    .json()
                    .path("offer_id")
                    .stringValue();
            int buyer = offers.indexOf(won) % first.buyers().size();
            String checkout = Bargain.checkout(first.buyers().get(buyer), won);
            List<Callable<Answer>> redeeming = new ArrayList<>();
            for (int i = 0; i < REDEMPTIONS; i++) {
                Agent redeemer = sides.get(i % 2).buyers().get(buyer);
                redeeming.add(() -> redeemer.call("POST", "/deals", null, Bargain.redemption(checkout)));
            }
            List<Answer> redeemed = atOnce(redeeming);
            assertThat(decisions(redeemed))
                    .isEqualTo(Map.of(
                            "201 auto",
                            1L,
                            "422 forbid;action=\"deal.open\";reason=checkout_invalid",
                            REDEMPTIONS - 1L));
            assertThat(states(first.bargain().shown())).isEqualTo(Map.of("accepted", 1L, "declined", OFFERS - 1L));

            List<JsonNode> forwarded = around.world().forwarded();
            assertThat(effects(forwarded, "/accept")).isEqualTo(1);
            assertThat(effects(forwarded, "/deals")).isEqualTo(1);
            assertThat(effects(forwarded, "/offers")).isEqualTo(OFFERS);

            List<Answer> all = new ArrayList<>(made);
            all.addAll(accepted);
            all.addAll(redeemed);
            List<String> negotiations = made.stream()
                    .map(answer -> answer.json().path("negotiation_id").stringValue())
                    .distinct()
                    .toList();
            assertThat(negotiations).hasSize(first.buyers().size());
            int recorded = 0;
            for (String negotiation : negotiations) {
                List<JsonNode> entries = second.bargain().verified(around.world(), "negotiation/" + negotiation, all);
                assertThat(Bargain.intents(entries, "done"))
                        .doesNotHaveDuplicates()
                        .containsExactlyInAnyOrderElementsOf(Bargain.intents(entries, "decided"));
                recorded += entries.size();
            }
            // two for each offer and for the accept, one for each refused accept and redemption
            assertThat(recorded).isEqualTo(2 * OFFERS + 2 + (OFFERS - 1) + (REDEMPTIONS - 1));
            String deal = redeemed.stream()
                    .filter(answer -> answer.status() == 201)
                    .findFirst()
                    .orElseThrow()
                    .json()
                    .path("deal_id")
                    .stringValue();
            assertThat(first.bargain().verified(around.world(), "deal/" + deal, all))
                    .hasSize(2);
        });
    }

    private static long effects(List<JsonNode> forwarded, String path) {
        return forwarded.stream()
                .filter(request -> request.path("path").asString().endsWith(path))
                .filter(request -> request.path("effect").asBoolean())
                .count();
    }

    @Test
    @DisplayName(
            "OFF-6: 50 offers below the floor at once over two gateways: 3 of each agent and 10 of its operator are judged, the rest 429")
    void budgets() throws Exception {
        around(27_400, "buyer-ops-b", 5, (around, first, second) -> {
            List<Side> sides = List.of(first, second);
            List<Callable<Answer>> probing = new ArrayList<>();
            for (int i = 0; i < PROBES; i++) {
                Side side = sides.get(i % 2);
                Agent buyer = side.buyers().get(i / 2 % side.buyers().size());
                long amount = 10_000L + i;
                probing.add(() -> side.bargain().offer(buyer, amount));
            }
            List<Answer> probed = atOnce(probing);
            assertThat(decisions(probed))
                    .isEqualTo(Map.of(
                            "403 forbid;action=\"offer.create\";reason=below_floor",
                            10L,
                            "429 forbid;action=\"offer.create\";reason=offer_budget_exceeded",
                            PROBES - 10L));
            Map<Integer, Long> judged = new HashMap<>();
            for (int i = 0; i < PROBES; i++) {
                if (probed.get(i).status() == 403) {
                    judged.merge(i / 2 % first.buyers().size(), 1L, Long::sum);
                }
            }
            assertThat(judged.values()).allSatisfy(count -> assertThat(count).isLessThanOrEqualTo(3));

            List<Callable<Answer>> good = new ArrayList<>();
            for (int i = 0; i < 2 * first.buyers().size(); i++) {
                Side side = sides.get(i % 2);
                Agent buyer = side.buyers().get(i / 2);
                good.add(() -> side.bargain().offer(buyer, PRICE));
            }
            assertThat(atOnce(good)).extracting(Answer::status).containsOnly(429);
            assertThat(around.world().forwarded()).isEmpty();
            assertThat(first.bargain().shown()).isEmpty();
        });
    }

    @Test
    @DisplayName(
            "LST-5, PRX-2: of prices asked at once over two gateways, the first of them answered late, those on their way alone pass; the others"
                    + " are 503, and both gateways and the marketplace end with one price")
    void prices() throws Exception {
        around(27_600, "buyer-ops-b", 1, (around, first, second) -> {
            List<Side> sides = List.of(first, second);
            String reprice = "/listings/" + listings.getFirst() + "/reprice";
            long passed = 0;
            for (int round = 0; round < ROUNDS; round++) {
                around.world().behave(reprice, 0, 500, 1);
                List<Callable<Answer>> pricing = new ArrayList<>();
                for (int i = 0; i < PRICES; i++) {
                    Bargain bargain = sides.get(i % 2).bargain();
                    long amount = 80_000L + (long) round * PRICES + i;
                    pricing.add(() -> bargain.reprice(amount));
                }
                Map<String, Long> priced = decisions(atOnce(pricing));
                assertThat(priced.keySet())
                        .contains("200 auto")
                        .isSubsetOf("200 auto", "503 forbid;action=\"listing.reprice\";reason=enforcement_unavailable");
                passed += priced.getOrDefault("200 auto", 0L);
                assertThat(effects(around.world().forwarded(), "/reprice")).isEqualTo(passed);
                long shown = around.world().listings().stream()
                        .filter(one -> one.path("listing_id").asString().equals(listings.getFirst()))
                        .findFirst()
                        .orElseThrow()
                        .at("/list_price/amount")
                        .asLong();
                for (Side side : sides) {
                    String terms = "/listings/" + listings.getFirst() + "/terms";
                    assertThat(Bargain.ok(200, side.buyers().getFirst().read(terms, null))
                                    .json()
                                    .at("/list_price/amount")
                                    .asLong())
                            .as("round %d", round)
                            .isEqualTo(shown);
                }
            }
        });
    }

    @Test
    @DisplayName(
            "OFF-9: 50 counters and reprices below the floor at once over two gateways: 3 of the agent are judged, the rest 429")
    void sellersBudget() throws Exception {
        around(27_500, "buyer-ops-b", 1, (around, first, second) -> {
            List<Side> sides = List.of(first, second);
            String offer = first.bargain().offered(first.buyers().getFirst(), 80_000);
            List<Callable<Answer>> asking = new ArrayList<>();
            for (int i = 0; i < PROBES; i++) {
                Bargain bargain = sides.get(i % 2).bargain();
                long amount = 10_000L + i;
                boolean counters = i / 2 % 2 == 0;
                asking.add(() -> counters ? bargain.counter(offer, amount) : bargain.reprice(amount));
            }
            List<Answer> asked = atOnce(asking);
            assertThat(asked.stream().filter(answer -> answer.decision().endsWith("reason=below_floor")))
                    .hasSize(3);
            assertThat(asked.stream().filter(answer -> answer.decision().endsWith("reason=offer_budget_exceeded")))
                    .hasSize(PROBES - 3);
            assertThat(states(second.bargain().shown())).isEqualTo(Map.of("open", 1L));

            String negotiation = "negotiation/"
                    + first.bargain().shown().getFirst().path("negotiation_id").asString();
            first.bargain().verified(around.world(), negotiation, asked);
            second.bargain().verified(around.world(), "listing/" + listings.getFirst(), asked);
        });
    }
}
