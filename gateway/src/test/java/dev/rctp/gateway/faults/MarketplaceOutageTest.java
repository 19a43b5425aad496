package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class MarketplaceOutageTest {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @TempDir
    Path state;

    @Test
    @DisplayName(
            "PRX-2: a marketplace that is down for longer than the caller waits: 503 in_progress, finished afterwards")
    void down() throws Exception {
        try (Surroundings around = Surroundings.in(state, 27_400);
                var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            around.serve(
                    "gateway",
                    config -> config.withObject("/upstream").put("response_timeout", PATIENCE.toSeconds() + "s"));
            List<Caller> callers = Caller.all(around, around.gateway());
            around.closeMarketplace();

            List<Future<Caller.Attempt>> calls = callers.stream()
                    .map(caller -> calling.submit(() -> caller.call()))
                    .toList();
            for (Future<Caller.Attempt> call : calls) {
                Caller.Attempt attempt = call.get();
                assertThat(attempt.status()).isEqualTo(503);
                assertThat(attempt.given().decision()).endsWith("reason=enforcement_unavailable");
                assertThat(attempt.given().json().path("detail").path("cause").asString())
                        .isEqualTo("in_progress");
                assertThat(attempt.given().fields().combined("retry-after")).isPresent();
                assertThat(attempt.took()).isBetween(PATIENCE.dividedBy(2), PATIENCE.multipliedBy(2));
                Caller.Attempt repeat = attempt.caller().repeat(attempt);
                assertThat(repeat.status()).isEqualTo(409);
            }

            around.openMarketplace();
            List<Caller.Attempt> waiting =
                    List.of(calls.getFirst().get(), calls.getLast().get());
            List<Caller.Attempt> settled = Evidence.settle(waiting);
            assertThat(settled).allMatch(attempt -> attempt.given().replayed());
            Evidence.carriedOutOnce(around.world(), settled);
            Evidence.recorded(around.world(), settled);
        }
    }

    @Test
    @DisplayName("PRX-2: a marketplace that hangs on some calls does not hold up the finishing of others")
    void hanging() throws Exception {
        try (Surroundings around = Surroundings.in(state, 27_500);
                var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            around.serve(
                    "gateway",
                    config -> config.withObject("/upstream").put("response_timeout", PATIENCE.toSeconds() + "s"));
            Caller caller = Caller.all(around, around.gateway()).getFirst();
            around.world().behave(caller.target(), 503, 60_000, 60);
            List<Future<Caller.Attempt>> calls = Stream.generate(() -> caller)
                    .limit(40)
                    .map(one -> calling.submit(() -> one.call()))
                    .toList();
            for (Future<Caller.Attempt> call : calls) {
                assertThat(call.get().status()).isEqualTo(503);
            }
            long begun = System.nanoTime();
            List<Caller.Attempt> waiting = new ArrayList<>();
            for (Future<Caller.Attempt> call : calls) {
                waiting.add(call.get());
            }
            List<Caller.Attempt> settled = Evidence.settle(waiting);
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
            Evidence.carriedOutOnce(around.world(), settled);
            Evidence.recorded(around.world(), settled);
        }
    }
}
