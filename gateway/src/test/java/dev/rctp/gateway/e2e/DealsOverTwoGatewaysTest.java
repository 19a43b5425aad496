package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One deal of which much is reported at once through two gateways on one database (EVT-4, EVT-5, B75, B76, B84). */
@ExtendWith(Sandboxed.class)
class DealsOverTwoGatewaysTest {

    private static final int AT_ONCE = 50;

    @TempDir
    Path folder;

    private List<Answer> atOnce(World world, Path state, Dealing dealing, String operator, Event event)
            throws Exception {
        return atOnce(world, state, dealing, List.of(operator), event);
    }

    /** The same calls by each operator's agent in turn through each of the two gateways in turn, all at the same moment. */
    private List<Answer> atOnce(World world, Path state, Dealing dealing, List<String> operators, Event event)
            throws Exception {
        InstantSource clock = AnotherGateway.clock(world);
        try (AnotherGateway other = AnotherGateway.start(state, folder, "deals-second", clock, config -> {});
                HttpClient http = HttpClient.newHttpClient();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Agent> sides = new ArrayList<>();
            for (String operator : operators) {
                sides.add(AnotherGateway.agent(state, http, world.gateway(), clock, operator, 0));
                sides.add(AnotherGateway.agent(
                        state, http, URI.create("http://localhost:" + other.port()), clock, operator, 0));
            }
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Answer>> running = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                Agent by = sides.get(i % sides.size());
                ObjectNode claims = event.of(by, i);
                Callable<Answer> call = () -> {
                    go.await();
                    return dealing.report(by, claims);
                };
                running.add(threads.submit(call));
            }
            go.countDown();
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> one : running) {
                answers.add(one.get());
            }
            return answers;
        }
    }

    private interface Event {
        ObjectNode of(Agent by, int n) throws Exception;
    }

    private static Map<String, Long> decisions(List<Answer> answers) {
        return answers.stream()
                .map(answer -> answer.status() + " " + answer.decision())
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    @Test
    @DisplayName("EVT-5, B76: of fifty of one jti at once one is recorded, and all are answered with its entry")
    void sameEvent(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        ObjectNode claims = dealing.claims(dealing.holder, "funds_held");
        List<Answer> answers = atOnce(world, state, dealing, "escrow", (by, n) -> claims);

        assertThat(decisions(answers)).isEqualTo(Map.of("201 auto", 1L, "200 auto", AT_ONCE - 1L));
        assertThat(new HashSet<>(answers.stream().map(Answer::json).toList())).hasSize(1);
        assertThat(dealing.types()).containsExactly("funds_held");
    }

    @Test
    @DisplayName("EVT-4, B75: of fifty funds_held at once one is recorded, and the others are 409")
    void oneOfEach(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        List<Answer> answers = atOnce(world, state, dealing, "escrow", (by, n) -> dealing.claims(by, "funds_held"));

        assertThat(decisions(answers))
                .isEqualTo(Map.of(
                        "201 auto",
                        1L,
                        "409 forbid;action=\"deal.event\";reason=release_condition_unmet",
                        AT_ONCE - 1L));
        assertThat(dealing.types()).containsExactly("funds_held");
    }

    @Test
    @DisplayName(
            "EVT-4: of accepted and rejected, released and refund, all at once through two gateways, the money moves one way, once")
    void neverBoth(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world).with("funds_held", "rejected not_received", "delivered", "return");
        List<Answer> answers = atOnce(
                world,
                state,
                dealing,
                List.of("buyer-ops-b", "escrow"),
                (by, n) -> dealing.claims(by, oneOrOther(by.profile().equals(dealing.buyer.profile()), n % 8 < 4)));
        for (String late : List.of("released", "refund", "released")) {
            answers.add(dealing.report(late));
        }
        List<String> types = dealing.types();

        assertThat(types.subList(0, 4)).containsExactly("funds_held", "rejected", "delivered", "return");
        assertThat(types.subList(4, types.size())).isIn(List.of("accepted", "released"), List.of("rejected", "refund"));
        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(2);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(409));
        assertThat(DealEventsTest.verified(world, dealing.record(dealing.buyer, null)))
                .isTrue();
    }

    private static String oneOrOther(boolean buyers, boolean one) {
        if (buyers) {
            return one ? "accepted" : "rejected not_as_described";
        }
        return one ? "released" : "refund";
    }

    @Test
    @DisplayName("B84: fifty pieces of information at once are all recorded, in one chain that does not fork")
    void allOfThem(World world, Path state) throws Exception {
        Dealing dealing = Dealing.of(world);
        List<Answer> answers =
                atOnce(world, state, dealing, "carrier", (by, n) -> dealing.claims(by, "example.carrier.scan" + n));
        List<JsonNode> events = dealing.reported(dealing.buyer, null);

        assertThat(decisions(answers)).isEqualTo(Map.of("201 auto", (long) AT_ONCE));
        assertThat(events).hasSize(AT_ONCE).doesNotHaveDuplicates();
        assertThat(DealEventsTest.verified(world, dealing.record(dealing.buyer, null)))
                .isTrue();
    }
}
