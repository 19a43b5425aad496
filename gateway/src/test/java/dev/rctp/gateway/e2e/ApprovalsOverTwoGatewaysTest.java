package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Asking.asked;
import static dev.rctp.gateway.e2e.Asking.url;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.SellersPhone;
import dev.rctp.gateway.cli.demo.World;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Approvals asked at one gateway and answered at another on the same database (APR-2, APR-7). */
@ExtendWith(Sandboxed.class)
class ApprovalsOverTwoGatewaysTest {

    private static final String LISTENING =
            "SELECT count(*)::text FROM pg_stat_activity WHERE query = 'LISTEN rctp_approval'";
    private static final int RACES = 8;

    @TempDir
    Path folder;

    /** The same page at the other gateway. */
    private static String elsewhere(Answer asked, AnotherGateway other) {
        URI page = URI.create(url(asked));
        return "http://localhost:" + other.port() + page.getPath();
    }

    /** An agent that waits at the sandbox's gateway for the end of what it asked. */
    private static Future<JsonNode> waiting(Asking asking, Answer asked, ExecutorService threads) {
        return threads.submit(() -> asking.status(asked, "?wait=25"));
    }

    private static AnotherGateway start(World world, Path state, Path folder, String name) throws Exception {
        return AnotherGateway.start(state, folder, name, AnotherGateway.clock(world), config -> {});
    }

    @Test
    @DisplayName("APR-2: an answer at one gateway wakes at once who waits at another")
    void woken(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        try (AnotherGateway other = start(world, state, folder, "wakes");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            await().until(() -> Tables.of(state).text(LISTENING).equals("2"));
            Answer asked = asked(asking.call("/listings", asking.listing()));
            Future<JsonNode> told = waiting(asking, asked, threads);
            String page = elsewhere(asked, other);
            String no = asking.phone.open(page).json().at("/challenges/decline").stringValue();
            assertThat(told.isDone()).isFalse();
            assertThat(asking.phone.answer(page, "decline", no).status()).isEqualTo(200);
            assertThat(told.get(2_500, TimeUnit.MILLISECONDS).path("status").stringValue())
                    .as("sooner than anybody looks without being told")
                    .isEqualTo("declined");
        }
    }

    @Test
    @DisplayName(
            "APR-2: who waits is told in time when the notification gets lost, and when the connection that listens is cut")
    void unheard(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        Tables tables = Tables.of(state);
        try (AnotherGateway other = start(world, state, folder, "unheard");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            await().until(() -> tables.text(LISTENING).equals("2"));
            Answer lost = asked(asking.call("/listings", asking.listing()));
            Future<JsonNode> told = waiting(asking, lost, threads);
            tables.execute("ALTER TABLE approval DISABLE TRIGGER approval_changed");
            try {
                assertThat(asking.phone
                                .answer(elsewhere(lost, other), "decline", null)
                                .status())
                        .isEqualTo(200);
                assertThat(told.get(10, TimeUnit.SECONDS).path("status").stringValue())
                        .isEqualTo("declined");
            } finally {
                tables.execute("ALTER TABLE approval ENABLE TRIGGER approval_changed");
            }

            Answer cut = asked(asking.call("/listings", asking.listing()));
            Future<JsonNode> waits = waiting(asking, cut, threads);
            assertThat(tables.text("SELECT count(pg_terminate_backend(pid))::text FROM pg_stat_activity"
                            + " WHERE query = 'LISTEN rctp_approval'"))
                    .isEqualTo("2");
            SellersPhone.Said said = asking.phone.answer(elsewhere(cut, other), "decline", null);
            assertThat(said.status()).as(said.json().toString()).isEqualTo(200);
            assertThat(waits.get(10, TimeUnit.SECONDS).path("status").stringValue())
                    .isEqualTo("declined");
            await("both listen again")
                    .atMost(Duration.ofSeconds(20))
                    .until(() -> tables.text(LISTENING).equals("2"));
        }
    }

    @Test
    @DisplayName(
            "APR-7, B59: of two answers at once over two gateways one counts, and the other is 422 approval_invalid")
    void race(World world, Path state) throws Exception {
        Asking asking = Asking.of(world, state);
        String listing = asking.listed();
        int approved = 0;
        try (AnotherGateway other = start(world, state, folder, "races");
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < RACES; i++) {
                Answer asked =
                        asked(asking.call("/listings/" + listing + "/reprice", Haggle.price(Asking.PRICE + i + 1)));
                String here = url(asked);
                String there = elsewhere(asked, other);
                String yes =
                        asking.phone.open(here).json().at("/challenges/approve").stringValue();
                String no = asking.phone
                        .open(there)
                        .json()
                        .at("/challenges/decline")
                        .stringValue();
                CountDownLatch go = new CountDownLatch(1);
                Future<SellersPhone.Said> first = threads.submit(() -> {
                    go.await();
                    return asking.phone.answer(here, "approve", yes);
                });
                Future<SellersPhone.Said> second = threads.submit(() -> {
                    go.await();
                    return asking.phone.answer(there, "decline", no);
                });
                go.countDown();
                List<SellersPhone.Said> said = new ArrayList<>(List.of(first.get(), second.get()));
                assertThat(said).extracting(SellersPhone.Said::status).containsExactlyInAnyOrder(200, 422);
                boolean yesCounts = said.getFirst().status() == 200;
                approved += yesCounts ? 1 : 0;
                JsonNode loser = said.get(yesCounts ? 1 : 0).json();
                assertThat(loser.path("code").stringValue()).isEqualTo("approval_invalid");
                JsonNode status = asking.status(asked);
                assertThat(status.path("status").stringValue()).isEqualTo(yesCounts ? "approved" : "declined");
                assertThat(asking.forwarded("/listings/" + listing + "/reprice"))
                        .hasSize(approved);
            }
        }
    }
}
