package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

@Tag("long")
class StoppedDatabaseTest {

    private static final Duration OUTAGE = Duration.ofSeconds(10);
    /** Longer than that no call hangs, whatever the database does. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @TempDir
    Path state;

    @Test
    @DisplayName(
            "DEC-5, REC-3: PostgreSQL frozen for 10 s: 503 with Retry-After, nothing answered is lost, no restart needed")
    void frozen() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_500)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            List<Caller> callers = Caller.all(around, around.gateway());
            around.world().behave(callers.getFirst().target(), 0, 20, 1_000_000);
            try (Load load = Load.of(callers, 8)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= 30);
                signal("STOP", around.database());
                long stopped = System.nanoTime();
                try {
                    await().atMost(PATIENCE).until(() -> gateway.readiness() == 503);
                    await().atMost(PATIENCE).until(() -> System.nanoTime() - stopped > OUTAGE.toNanos());
                } finally {
                    signal("CONT", around.database());
                }
                recovers(around, gateway, load);
            }
        }
    }

    @Test
    @DisplayName("DEC-5: PostgreSQL frozen for longer: no call hangs for more than 15 s")
    void frozenForLong() throws Exception {
        try (Surroundings around = Surroundings.in(state, 26_600)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            List<Caller> callers = Caller.all(around, around.gateway());
            try (Load load = Load.of(callers, 8)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= 30);
                signal("STOP", around.database());
                try {
                    await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(503) >= 16);
                } finally {
                    signal("CONT", around.database());
                }
                recovers(around, gateway, load);
            }
        }
    }

    @Test
    @DisplayName("DEC-5, REC-3: PostgreSQL stopped for 10 s and started again: the same")
    void stopped() throws Exception {
        ServerBinaries programs = ServerBinaries.unpack(Surroundings.PROGRAMS);
        try (Surroundings around = Surroundings.in(state, 26_700);
                Relay relay = new Relay()) {
            EmbeddedServer server = EmbeddedServer.start(around.database(), programs);
            try {
                relay.to(server.url());
                String password = server.password();
                GatewayProcess gateway = around.serve("gateway", config -> external(config, relay, password));
                List<Caller> callers = Caller.all(around, around.gateway());
                try (Load load = Load.of(callers, 8)) {
                    await().atMost(Duration.ofSeconds(60)).until(() -> load.answered(200) >= 30);
                    server.close();
                    long stopped = System.nanoTime();
                    await().atMost(PATIENCE).until(() -> gateway.readiness() == 503);
                    await().atMost(PATIENCE).until(() -> System.nanoTime() - stopped > OUTAGE.toNanos());
                    server = EmbeddedServer.start(around.database(), programs);
                    relay.to(server.url());
                    recovers(around, gateway, load);
                }
            } finally {
                server.close();
            }
        }
    }

    static void external(ObjectNode config, Relay relay, String password) {
        config.putObject("store")
                .put("url", "jdbc:postgresql://127.0.0.1:" + relay.port() + "/postgres")
                .put("user", "rctp")
                .put("password", password);
    }

    private static void recovers(Surroundings around, GatewayProcess gateway, Load load) throws Exception {
        long before = load.answered(200);
        await().atMost(Duration.ofSeconds(30)).until(() -> load.answered(200) >= before + 30);
        await().atMost(Duration.ofSeconds(10)).until(() -> gateway.readiness() == 200);

        List<Caller.Attempt> attempts = load.finish();
        assertThat(attempts).extracting(Caller.Attempt::status).containsOnly(200, 503);
        List<Caller.Attempt> refused =
                attempts.stream().filter(attempt -> attempt.status() == 503).toList();
        assertThat(refused).isNotEmpty().allSatisfy(attempt -> {
            assertThat(attempt.given().decision())
                    .isEqualTo("forbid;action=\"listing.answer_buyer\";reason=enforcement_unavailable");
            assertThat(attempt.given().fields().combined("retry-after")).isPresent();
        });
        assertThat(attempts).allSatisfy(attempt -> assertThat(attempt.took()).isLessThan(PATIENCE));

        List<Caller.Attempt> done = new ArrayList<>(Evidence.settle(refused));
        attempts.stream().filter(attempt -> attempt.status() == 200).forEach(done::add);
        Evidence.carriedOutOnce(around.world(), attempts);
        Evidence.recorded(around.world(), done);
    }

    /** Sends the signal to the server and then to all its children; it can't fork any while it is stopped. */
    static void signal(String name, Path database) throws IOException, InterruptedException {
        long pid = Long.parseLong(
                Files.readAllLines(database.resolve("data/postmaster.pid")).getFirst());
        ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
        send(name, server);
        for (ProcessHandle child : server.descendants().toList()) {
            send(name, child);
        }
    }

    private static void send(String name, ProcessHandle process) throws IOException, InterruptedException {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(exit == 0 || !process.isAlive()).isTrue();
    }
}
