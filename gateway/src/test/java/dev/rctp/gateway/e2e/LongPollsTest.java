package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.limits.WaitingReads;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Agents that wait for their sellers are in nobody's way (APR-2). */
@ExtendWith(Sandboxed.class)
class LongPollsTest {

    private static final int PLACES = 12;
    private static final int TOO_MANY = 8;
    private static final int TRIES = 200;

    @TempDir
    Path folder;

    /** One that comes while all places are taken comes again. */
    private static Answer poll(Agent agent, Answer asked) throws Exception {
        Answer answer = agent.read("/approvals/" + Asking.id(asked) + "?wait=25", null);
        for (int i = 0; i < TRIES && answer.status() == 503; i++) {
            answer = agent.read("/approvals/" + Asking.id(asked) + "?wait=25", null);
        }
        return answer;
    }

    @Test
    @DisplayName(
            "APR-2, APR-8: more polls wait than calls are decided at once, and sellers' pages and other calls are answered; those over an operator's share are told what is known")
    void besidePages(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Answer asked = asked(asking.call("/listings", asking.listing()));
        var clock = AnotherGateway.clock(world);
        try (AnotherGateway small = AnotherGateway.start(
                        state,
                        folder,
                        "polled",
                        clock,
                        config -> config.withObject("/limits").put("concurrency", PLACES));
                HttpClient http = HttpClient.newHttpClient();
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            URI gateway = URI.create("http://localhost:" + small.port());
            Agent agent = AnotherGateway.agent(state, http, gateway, clock);
            List<Future<Answer>> polls = new ArrayList<>();
            for (int i = 0; i < WaitingReads.OF_OPERATOR + TOO_MANY; i++) {
                polls.add(threads.submit(() -> poll(agent, asked)));
            }
            await().atMost(Duration.ofSeconds(20)).until(() -> done(polls).size() >= TOO_MANY);
            String page = gateway.resolve(URI.create(url(asked)).getPath()).toString();
            SellersPhone.Said shown = asking.phone.open(page);
            assertThat(shown.status()).as(shown.json().toString()).isEqualTo(200);
            assertThat(agent.read("/approvals/" + Asking.id(asked), null).status())
                    .isEqualTo(200);
            List<Future<Answer>> over = done(polls);
            assertThat(over).hasSize(TOO_MANY);
            for (Future<Answer> poll : over) {
                told(poll, "pending");
            }
            polls.removeIf(Future::isDone);

            SellersPhone.Said said = asking.phone.answer(
                    page, "decline", shown.json().at("/challenges/decline").stringValue());
            assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
            for (Future<Answer> poll : polls) {
                told(poll, "declined");
            }
        }
    }

    private static List<Future<Answer>> done(List<Future<Answer>> polls) {
        return polls.stream().filter(Future::isDone).toList();
    }

    private static void told(Future<Answer> poll, String status) throws Exception {
        Answer answer = poll.get();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().path("status").stringValue()).isEqualTo(status);
    }
}
