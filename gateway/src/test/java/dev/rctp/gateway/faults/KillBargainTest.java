package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.Money;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** SIGKILL between any two steps of each verb of a bargain; the steps are seen through the database and the marketplace. */
@Tag("long")
class KillBargainTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path state;

    private final List<String> listings = new ArrayList<>();
    private String sub = "";

    /** When the gateway is killed. */
    private enum Moment {
        /** Before the first transaction is durable. */
        BEFORE_DECIDED,
        /** After it, and before the marketplace got the call. */
        BEFORE_THE_MARKETPLACE,
        /** After the marketplace carried it out, and before it answered. */
        BEFORE_ITS_ANSWER,
        /** After the marketplace got it and will fail to carry it out. */
        BEFORE_ITS_FAILURE,
        /** After the marketplace got it and will refuse it, now and when it is asked again. */
        BEFORE_ITS_VETO,
        /** After it answered, and before the second transaction is durable. */
        BEFORE_DONE,
        /** After that, and before the caller has heard of it. */
        BEFORE_THE_CALLER_KNOWS
    }

    /** A gateway, and who calls it. */
    private record Side(URI gateway, Agent seller, Agent buyer) {
        static Side of(Surroundings around, URI gateway) {
            return new Side(
                    gateway,
                    around.agents("seller-ops", gateway).getFirst(),
                    around.agents("buyer-ops-a", gateway).getFirst());
        }
    }

    private record Begun(Bargain bargain, BargainCall call) {}

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @DisplayName(
            "PRX-2, REC-3: killed between any two steps of offer, counter, accept, deal and reprice, the next start or the other gateway"
                    + " carries on: marketplace, record and states agree, and nothing happens twice")
    void killed(boolean anotherCarriesOn) throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        int port = anotherCarriesOn ? 28_600 : 28_500;
        StringBuilder report = new StringBuilder();
        try (Surroundings around = Surroundings.in(state, port, this::list);
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs);
                StepWatch steps = StepWatch.of(server)) {
            SandboxPorts others = TestPorts.from(port + 50);
            Side first = Side.of(around, around.gateway());
            Side next = first;
            if (anotherCarriesOn) {
                next = Side.of(around, URI.create("http://localhost:" + others.first()));
                around.serve("second", config -> {
                    configure(config, server);
                    TwoGatewaysTest.beside(config, others);
                });
            }
            GatewayProcess gateway = around.serve("first", config -> configure(config, server));
            for (Moment moment : Moment.values()) {
                Map<BargainVerb, Begun> begun = begin(around.world(), first);
                kill(moment, around, gateway, steps, first, begun);
                gateway = around.serve("first", config -> configure(config, server));
                boolean stands = moment != Moment.BEFORE_ITS_VETO;
                for (Map.Entry<BargainVerb, Begun> one : begun.entrySet()) {
                    settled(around.world(), one.getKey(), stands, next, one.getValue());
                }
                assertThat(steps.unfinished()).isEqualTo(0);
                report.append("%-26s calls %d, none answered before the kill%n".formatted(moment, begun.size()));
            }
        }
        Files.writeString(
                Files.createDirectories(Path.of("target"))
                        .resolve("kill-bargain-" + (anotherCarriesOn ? "other" : "same") + ".txt"),
                report);
    }

    private void list(World world) throws IOException, InterruptedException {
        sub = world.listings().getFirst().path("seller").asString();
        for (int i = 0; i < Moment.values().length * BargainVerb.values().length; i++) {
            listings.add(world.list(
                    sub, "A camera", new Money(BargainVerb.PRICE, "EUR"), new Money(BargainVerb.FLOOR, "EUR")));
        }
    }

    private static void configure(ObjectNode config, EmbeddedServer server) {
        config.withObject("/upstream").put("response_timeout", "3s"); // an intent is carried on 10 s later
        config.putObject("store")
                .put("url", server.url())
                .put("user", server.user())
                .put("password", server.password());
    }

    private Map<BargainVerb, Begun> begin(World world, Side side) throws IOException, InterruptedException {
        Bargain granted = Bargain.over("none", sub, world, side.seller(), side.gateway());
        Map<BargainVerb, Begun> begun = new EnumMap<>(BargainVerb.class);
        for (BargainVerb verb : BargainVerb.values()) {
            Bargain bargain = granted.in(listings.removeFirst(), "EUR");
            begun.put(verb, new Begun(bargain, verb.before(bargain, side.buyer())));
        }
        return begun;
    }

    /** Makes all calls, and kills the gateway at that moment of each, before their callers have heard anything. */
    private static void kill(
            Moment moment,
            Surroundings around,
            GatewayProcess gateway,
            StepWatch steps,
            Side side,
            Map<BargainVerb, Begun> begun)
            throws Exception {
        List<BargainCall> calls = begun.values().stream().map(Begun::call).toList();
        World world = around.world();
        try (ExecutorService calling = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<@Nullable Answer>> answers = switch (moment) {
                case BEFORE_DECIDED -> {
                    steps.holdBeginnings();
                    List<Future<@Nullable Answer>> made = make(calls, calling);
                    await().atMost(PATIENCE).until(() -> steps.waiting("INSERT INTO intent"));
                    gateway.kill();
                    steps.letGo();
                    yield made;
                }
                case BEFORE_THE_MARKETPLACE -> {
                    around.closeMarketplace();
                    List<Future<@Nullable Answer>> made = make(calls, calling);
                    await().atMost(PATIENCE).until(() -> steps.unfinished() >= calls.size());
                    gateway.kill();
                    around.openMarketplace();
                    yield made;
                }
                case BEFORE_ITS_ANSWER, BEFORE_ITS_FAILURE, BEFORE_ITS_VETO -> {
                    int status = Map.of(Moment.BEFORE_ITS_FAILURE, 503, Moment.BEFORE_ITS_VETO, 409)
                            .getOrDefault(moment, 0);
                    for (BargainCall call : calls) {
                        world.behave(call.target(), status, 20_000, 1);
                        if (moment == Moment.BEFORE_ITS_VETO) {
                            world.behave(call.target(), status, 0, 1);
                        }
                    }
                    List<Future<@Nullable Answer>> made = make(calls, calling);
                    await().atMost(PATIENCE).until(() -> arrived(world, calls, moment == Moment.BEFORE_ITS_ANSWER));
                    gateway.kill();
                    yield made;
                }
                case BEFORE_DONE -> {
                    around.closeMarketplace();
                    List<Future<@Nullable Answer>> made = make(calls, calling);
                    await().atMost(PATIENCE).until(() -> steps.unfinished() >= calls.size());
                    steps.holdEnds();
                    around.openMarketplace();
                    await().atMost(PATIENCE).until(() -> arrived(world, calls, true));
                    await().atMost(PATIENCE).until(() -> steps.waiting("DELETE FROM intent"));
                    gateway.kill();
                    steps.letGo();
                    yield made;
                }
                case BEFORE_THE_CALLER_KNOWS -> {
                    List<Socket> unheard = new ArrayList<>();
                    for (BargainCall call : calls) {
                        unheard.add(call.makeUnheard(side.gateway()));
                    }
                    await().atMost(PATIENCE).until(() -> steps.answered(calls) == calls.size());
                    gateway.kill();
                    for (Socket socket : unheard) {
                        socket.close();
                    }
                    yield List.of();
                }
            };
            List<@Nullable Answer> heard = new ArrayList<>();
            for (Future<@Nullable Answer> answer : answers) {
                heard.add(answer.get());
            }
            assertThat(heard).as("answers before %s", moment).allMatch(Objects::isNull);
        }
    }

    private static List<Future<@Nullable Answer>> make(List<BargainCall> calls, ExecutorService calling) {
        List<Future<@Nullable Answer>> made = new ArrayList<>();
        calls.forEach(call -> made.add(calling.submit(call::make)));
        return made;
    }

    private static boolean arrived(World world, List<BargainCall> calls, boolean carriedOut)
            throws IOException, InterruptedException {
        List<JsonNode> forwarded = world.forwarded();
        return calls.stream()
                .allMatch(call -> call.among(forwarded).stream()
                        .anyMatch(request -> request.path("effect").asBoolean() == carriedOut));
    }

    /** Repeats the call until it is answered for good, and holds everything against that answer. */
    private void settled(World world, BargainVerb verb, boolean stands, Side next, Begun begun) throws Exception {
        Bargain bargain = Bargain.over(begun.bargain().listing(), sub, world, next.seller(), next.gateway());
        boolean sellers = begun.call().token() != null;
        BargainCall call = sellers
                ? begun.call().by(next.seller(), bargain.token())
                : begun.call().by(next.buyer(), null);
        Answer answer = await("an outcome of " + verb)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(200))
                .until(call::make, made -> made != null && made.status() != 503 && !pending(made));
        assertThat(answer.status()).as("%s", verb).isEqualTo(stands ? verb.status() : 409);
        assertThat(answer.decision()).isEqualTo("auto");
        Answer again = Objects.requireNonNull(call.make());
        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(answer.body());
        assertThat(again.receipt()).isEqualTo(answer.receipt());

        List<JsonNode> sent = call.among(world.forwarded());
        assertThat(sent.stream()
                        .map(request -> request.at("/headers/idempotency-key").asString())
                        .distinct())
                .as("the gateway's keys of %s", verb)
                .hasSize(1);
        assertThat(sent.stream().filter(request -> request.path("effect").asBoolean()))
                .as("the effects of %s", verb)
                .hasSize(stands ? 1 : 0);

        assertThat(bargain.shown().stream()
                        .map(offer -> offer.path("by").asString() + " "
                                + offer.path("state").asString())
                        .sorted()
                        .collect(Collectors.joining(", ")))
                .as("the offers after %s", verb)
                .isEqualTo(verb.offers(stands));

        Receipt receipt = Receipt.parse(answer.receipt()).orElseThrow();
        String subject = receipt.subjectType() + "/" + receipt.subjectId();
        List<JsonNode> entries = bargain.verified(world, subject, List.of(answer, again));
        List<String> decided = Bargain.intents(entries, "decided");
        List<String> closed = new ArrayList<>(Bargain.intents(entries, "done"));
        closed.addAll(Bargain.intents(entries, "vetoed"));
        assertThat(closed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(decided);
        JsonNode entry = entries.get((int) receipt.seq() - 1);
        assertThat(entry.path("kind").asString()).isEqualTo(stands ? "done" : "vetoed");
        assertThat(entry.at("/body/intent").asString())
                .isEqualTo(sent.getFirst().at("/headers/idempotency-key").asString());

        verb.then(stands, world, bargain, next.buyer(), call, answer);
    }

    private static boolean pending(Answer answer) {
        return answer.json().at("/detail/cause").asString("").equals("in_progress");
    }
}
