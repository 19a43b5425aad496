package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
class KillTest {

    private static final int ROUNDS = 3;

    @TempDir
    Path state;

    @ParameterizedTest
    @ValueSource(ints = {0, 503})
    @DisplayName("REC-3, PRX-2: SIGKILL after the marketplace got the call; the next start finishes it, effect once")
    void beforeTheAnswer(int status) throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_000)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            Caller caller = Caller.all(around, around.gateway()).getFirst();
            around.world().behave(caller.target(), status, 5_000, 1);

            try (var calling = Executors.newVirtualThreadPerTaskExecutor()) {
                Future<Caller.Attempt> call = calling.submit(() -> caller.call());
                await().until(() -> !around.world().forwarded().isEmpty());
                gateway.kill();
                Caller.Attempt lost = call.get();
                assertThat(lost.answer()).isNull();

                around.serve("gateway", config -> {});
                List<Caller.Attempt> settled = Evidence.settle(List.of(lost));
                assertThat(settled.getFirst().given().replayed()).isTrue();
                assertThat(around.world().forwarded()).hasSize(2);
                Evidence.carriedOutOnce(around.world(), settled);
                Evidence.recorded(around.world(), settled);
            }
        }
    }

    @Test
    @DisplayName("REC-3, INV-5, PRX-2: SIGKILL under the load of 8 agents loses no answered call and repeats no effect")
    void underLoad() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_100)) {
            List<Caller.Attempt> settled = new ArrayList<>();
            for (int round = 0; round < ROUNDS; round++) {
                GatewayProcess gateway = around.serve("gateway", config -> {});
                List<Caller> callers = Caller.all(around, around.gateway());
                around.world().behave(callers.getFirst().target(), 0, 20, 50);
                int enough = 40 + 30 * round;
                try (Load load = Load.of(callers, 8)) {
                    await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= enough);
                    gateway.kill();
                    List<Caller.Attempt> attempts = load.finish();
                    assertThat(attempts).extracting(Caller.Attempt::status).containsOnly(200, 0);

                    try (GatewayProcess next = around.serve("gateway", config -> {})) {
                        assertThat(next.readiness()).isEqualTo(200);
                        List<Caller.Attempt> again = Evidence.settle(attempts);
                        Evidence.carriedOutOnce(around.world(), attempts);
                        settled.addAll(again);
                        settled.addAll(attempts.stream()
                                .filter(attempt -> attempt.status() == 200)
                                .toList());
                        Evidence.recorded(around.world(), settled);
                    }
                }
            }
        }
    }
}
