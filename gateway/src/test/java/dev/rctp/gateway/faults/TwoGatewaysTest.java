package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Tag("long")
class TwoGatewaysTest {

    private static final int CALLS = 50;

    @TempDir
    Path state;

    @Test
    @DisplayName("IDM-1, B75, B76, B84: 50 calls with one key over two gateways have one effect, and no chain forks")
    void oneKey() throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 26_900);
                Relay relay = new Relay();
                var calling = Executors.newVirtualThreadPerTaskExecutor();
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs)) {
            relay.to(server.url());
            SandboxPorts others = TestPorts.from(27_000);
            URI second = URI.create("http://localhost:" + others.first());
            String password = server.password();
            around.serve("first", config -> StoppedDatabaseTest.external(config, relay, password));
            around.serve("second", config -> {
                StoppedDatabaseTest.external(config, relay, password);
                beside(config, others);
            });
            List<Caller> one = Caller.all(around, around.gateway());
            List<Caller> two = Caller.all(around, second);
            around.world().behave(one.getFirst().target(), 0, 300, 1);

            Caller.Attempt call = one.getFirst().planned();
            CountDownLatch go = new CountDownLatch(1);
            List<Future<Caller.Attempt>> calls = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                Caller caller = i % 2 == 0 ? one.getFirst() : two.getFirst();
                calls.add(calling.submit(() -> {
                    go.await();
                    return caller.repeat(call);
                }));
            }
            go.countDown();
            List<Caller.Attempt> fresh = new ArrayList<>();
            for (Future<Caller.Attempt> done : calls) {
                Caller.Attempt attempt = done.get();
                assertThat(attempt.status()).isIn(200, 409);
                if (attempt.status() == 409) {
                    assertThat(attempt.given().decision()).endsWith("reason=idempotency_conflict");
                    assertThat(attempt.given()
                                    .json()
                                    .path("detail")
                                    .path("cause")
                                    .asString())
                            .isEqualTo("in_progress");
                    assertThat(attempt.given().fields().combined("retry-after")).contains("1");
                } else if (!attempt.given().replayed()) {
                    fresh.add(attempt);
                }
            }
            assertThat(fresh).hasSize(1);
            assertThat(two.getFirst().repeat(call).given().replayed()).isTrue();
            Evidence.carriedOutOnce(around.world(), fresh);
            Evidence.recorded(around.world(), fresh);
        }
    }

    @Test
    @DisplayName(
            "REC-3, PRX-2, B84: of two gateways under load one is killed; the other finishes its calls, in one chain")
    void oneChain() throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 27_100);
                Relay relay = new Relay();
                EmbeddedServer server = EmbeddedServer.start(around.database(), programs)) {
            relay.to(server.url());
            SandboxPorts others = TestPorts.from(27_200);
            String password = server.password();
            GatewayProcess first =
                    around.serve("first", config -> StoppedDatabaseTest.external(config, relay, password));
            around.serve("second", config -> {
                StoppedDatabaseTest.external(config, relay, password);
                beside(config, others);
            });
            List<Caller> one = Caller.all(around, around.gateway());
            List<Caller> two = Caller.all(around, URI.create("http://localhost:" + others.first()));
            try (Load load = Load.of(List.of(one.get(0), two.get(0), one.get(1), two.get(1)), 8)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= 100);
                first.kill();
                long before = load.answered(200);
                await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= before + 50);
                List<Caller.Attempt> attempts = load.finish();
                assertThat(attempts).extracting(Caller.Attempt::status).containsOnly(200, 0);

                List<Caller.Attempt> throughSecond = attempts.stream()
                        .map(attempt -> attempt.by(two.get(Math.max(0, one.indexOf(attempt.caller())))))
                        .toList();
                List<Caller.Attempt> settled = Evidence.settle(throughSecond.stream()
                        .filter(attempt -> attempt.status() != 200)
                        .toList());
                List<Caller.Attempt> answered = new ArrayList<>(throughSecond.stream()
                        .filter(attempt -> attempt.status() == 200)
                        .toList());
                answered.addAll(settled);
                Evidence.carriedOutOnce(around.world(), attempts);
                URI profile = URI.create("http://localhost:" + others.first() + "/.well-known/ucp");
                Evidence.recorded(around.world(), profile, answered);
            }
        }
    }

    /** Another gateway, on other ports. */
    static void beside(ObjectNode config, SandboxPorts ports) {
        config.put("gateway_id", "second");
        ObjectNode listen = config.withObject("/listen").put("address", "127.0.0.1:" + ports.first());
        listen.withArray("/public_authorities").add("localhost:" + ports.first());
        config.withObject("/management").put("address", "127.0.0.1:" + (ports.first() + 1));
    }
}
