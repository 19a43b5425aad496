package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
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

@Tag("long")
class TerminationTest {

    private static final int BY_SIGTERM = 128 + 15;

    @TempDir
    Path state;

    @Test
    @DisplayName("REC-3: on SIGTERM calls in flight get their answers, new ones no connection, and a restart goes on")
    void inFlight() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_200);
                var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            List<Caller> callers = Caller.all(around, around.gateway());
            around.world().behave(callers.getFirst().target(), 0, 3_000, 8);
            List<Future<Caller.Attempt>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Caller caller = callers.get(i % callers.size());
                calls.add(calling.submit(() -> caller.call()));
            }
            await().until(() -> around.world().forwarded().size() == 8);
            gateway.terminate();
            await().until(() -> !listens(around.gateway()));
            assertThat(calls).noneMatch(Future::isDone);

            List<Caller.Attempt> answered = new ArrayList<>();
            for (Future<Caller.Attempt> call : calls) {
                answered.add(call.get());
            }
            assertThat(answered).extracting(Caller.Attempt::status).containsOnly(200);
            assertThat(gateway.exit(Duration.ofSeconds(20))).isEqualTo(BY_SIGTERM);

            around.serve("gateway", config -> {});
            List<Caller.Attempt> again = Evidence.settle(answered);
            assertThat(again)
                    .allSatisfy(attempt -> assertThat(attempt.answer())
                            .isNotNull()
                            .satisfies(answer -> assertThat(answer.replayed()).isTrue()));
            Evidence.carriedOutOnce(around.world(), answered);
            Evidence.recorded(around.world(), answered);
        }
    }

    @Test
    @DisplayName("REC-3: SIGTERM under the load of 8 agents: every call is answered or never got a connection")
    void underLoad() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_300)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            List<Caller> callers = Caller.all(around, around.gateway());
            try (Load load = Load.of(callers, 8)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= 50);
                gateway.terminate();
                assertThat(gateway.exit(Duration.ofSeconds(20))).isEqualTo(BY_SIGTERM);
                List<Caller.Attempt> attempts = load.finish();
                assertThat(attempts).extracting(Caller.Attempt::status).containsOnly(200, 0);
                List<Caller.Attempt> answered = attempts.stream()
                        .filter(attempt -> attempt.status() == 200)
                        .toList();

                around.serve("gateway", config -> {});
                Evidence.carriedOutOnce(around.world(), answered);
                Evidence.recorded(around.world(), answered);
                Evidence.settle(attempts);
                Evidence.carriedOutOnce(around.world(), attempts);
            }
        }
    }

    @Test
    @DisplayName("PRX-5: SIGTERM does not wait for an idle connection, nor for one that has sent nothing")
    void idleConnection() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_400)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            URI uri = around.gateway();
            try (Socket kept = new Socket(uri.getHost(), uri.getPort());
                    Socket silent = new Socket(uri.getHost(), uri.getPort())) {
                String request = "GET /.well-known/ucp HTTP/1.1\r\nHost: " + uri.getAuthority() + "\r\n\r\n";
                kept.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(kept.getInputStream().readNBytes(15), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 200 OK");
                gateway.terminate();
                assertThat(gateway.exit(Duration.ofSeconds(8))).isEqualTo(BY_SIGTERM);
                try (InputStream rest = silent.getInputStream()) {
                    assertThat(rest.read()).isEqualTo(-1);
                }
            }
        }
    }

    private static boolean listens(URI uri) {
        try (Socket probe = new Socket(uri.getHost(), uri.getPort())) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }
}
