package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.COUNTER;
import static dev.rctp.gateway.e2e.Haggle.CREATE;
import static dev.rctp.gateway.e2e.Haggle.REPRICE;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.proposal;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.ObjectNode;

/** How often prices may be tried (OFF-6, OFF-9), from outside. */
@ExtendWith(Sandboxed.class)
class PriceBudgetTest {

    @Test
    @DisplayName(
            "OFF-6: after three prices below the floor every offer of the agent is 429, good and bad ones alike, for a day")
    void perAgent(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        for (int i = 0; i < 3; i++) {
            refused(haggle.offer(haggle.buyer, 60_000 + i), 403, CREATE, "below_floor");
        }
        Answer good = haggle.offer(haggle.buyer, 90_000);
        Answer bad = haggle.offer(haggle.buyer, 1);

        refused(good, 429, CREATE, "offer_budget_exceeded");
        assertThat(bad.body()).isEqualTo(good.body());
        assertThat(bad.fields().lines().stream().map(line -> line.name()))
                .containsExactlyInAnyOrderElementsOf(
                        good.fields().lines().stream().map(line -> line.name()).toList());
        haggle.offered(haggle.rival, 80_000);
        assertThat(Haggle.of(world).offer(haggle.buyer, 80_000).status())
                .as("on another listing")
                .isEqualTo(201);
        haggle.pass(Duration.ofHours(23));
        refused(haggle.offer(haggle.buyer, 90_000), 429, CREATE, "offer_budget_exceeded");
        haggle.pass(Duration.ofHours(1));
        haggle.offered(haggle.buyer, 90_000);
    }

    @Test
    @DisplayName("OFF-6: a falling price counts, above the floor too, also after a first one of nothing")
    void falling(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        refused(haggle.offer(haggle.buyer, 0), 403, CREATE, "below_floor");
        haggle.offered(haggle.buyer, 89_000);
        haggle.offered(haggle.buyer, 88_000);
        haggle.offered(haggle.buyer, 87_000);

        refused(haggle.offer(haggle.buyer, 86_000), 429, CREATE, "offer_budget_exceeded");
        refused(haggle.offer(haggle.buyer, 90_000), 429, CREATE, "offer_budget_exceeded");
    }

    @Test
    @DisplayName("OFF-6: rising prices above the floor don't count")
    void rising(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        for (int i = 0; i < 8; i++) {
            haggle.offered(haggle.buyer, 75_000 + i);
        }
    }

    @Test
    @DisplayName("OFF-6, IDM-1: of forty offers below the floor at once three are told so, the rest 429")
    void atOnce(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        List<Answer> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> running = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                long amount = 10_000L + i;
                running.add(threads.submit(() -> haggle.offer(haggle.buyer, amount)));
            }
            for (Future<Answer> one : running) {
                answers.add(one.get());
            }
        }

        assertThat(answers).filteredOn(answer -> answer.status() == 403).hasSize(3);
        assertThat(answers).filteredOn(answer -> answer.status() == 429).hasSize(37);
    }

    @Test
    @DisplayName(
            "OFF-9: after three of its prices below the floor a seller's agent neither counters nor reprices; another one does")
    void sellers(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        refused(haggle.counter(offer, 60_000), 403, COUNTER, "below_floor");
        refused(haggle.reprice(60_000), 403, REPRICE, "below_floor");
        refused(haggle.reprice(1), 403, REPRICE, "below_floor");

        refused(haggle.reprice(95_000), 429, REPRICE, "offer_budget_exceeded");
        refused(haggle.counter(offer, 85_000), 429, COUNTER, "offer_budget_exceeded");
        Agent colleague = world.agent("seller-ops", 1);
        String token = haggle.granted(colleague);
        ok(
                201,
                colleague.call(
                        "POST",
                        "/offers/" + offer + "/counter",
                        token,
                        proposal(85_000).toString()));
        ok(200, haggle.accept(haggle.offered(haggle.rival, 81_000)));
    }

    @Test
    @DisplayName(
            "IDM-1: a 429 is not stored: the same call is judged again, and carried out when the window has passed")
    void notStored(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        for (int i = 0; i < 3; i++) {
            haggle.offer(haggle.buyer, 1);
        }
        String key = Agent.newKey();
        ObjectNode body = proposal(80_000);
        refused(haggle.offer(haggle.buyer, body, key), 429, CREATE, "offer_budget_exceeded");
        haggle.pass(Duration.ofDays(1));
        Answer later = ok(201, haggle.offer(haggle.buyer, body, key));

        assertThat(later.replayed()).isFalse();
        assertThat(haggle.offer(haggle.buyer, body, key).replayed()).isTrue();
    }

    @Test
    @DisplayName("IDM-1: offers and refusals below the floor are repeated, counted once and made once")
    void replays(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String key = Agent.newKey();
        Answer first = haggle.offer(haggle.buyer, proposal(60_000), key);
        for (int i = 0; i < 5; i++) {
            Answer again = haggle.offer(haggle.buyer, proposal(60_000), key);
            assertThat(again.replayed()).isTrue();
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.receipt()).isEqualTo(first.receipt());
        }
        String good = Agent.newKey();
        Answer made = ok(201, haggle.offer(haggle.buyer, proposal(80_000), good));
        Answer again = ok(201, haggle.offer(haggle.buyer, proposal(80_000), good));

        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(made.body());
        refused(haggle.offer(haggle.buyer, proposal(81_000), good), 409, CREATE, "idempotency_conflict");
        assertThat(haggle.shown()).hasSize(1);
        assertThat(haggle.forwarded(haggle.listing)).hasSize(1);
    }
}
