package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.http.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
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
import tools.jackson.databind.node.ObjectNode;

@Tag("long")
class ReloadTest {

    private static final int BY_SIGTERM = 128 + 15;
    private static final String TAKEN = "the configuration was read again";

    @TempDir
    Path state;

    private static int count(GatewayProcess gateway, String text) throws IOException {
        return gateway.output().split(text, -1).length - 1;
    }

    /** Sends SIGHUP and waits for the line that says what came of it. */
    private static void reload(GatewayProcess gateway, String line) throws IOException, InterruptedException {
        int before = count(gateway, line);
        gateway.hangUp();
        await("a line about " + line).atMost(Duration.ofSeconds(20)).until(() -> count(gateway, line) > before);
    }

    private static void without(ObjectNode config, String operator) {
        var operators = config.withArray("operators");
        for (int i = 0; i < operators.size(); i++) {
            if (operators.get(i).path("profile").asString().contains("/" + operator + "/")) {
                operators.remove(i);
                return;
            }
        }
        throw new AssertionError("no operator " + operator);
    }

    private static Wire connect(URI gateway) throws IOException {
        return new Wire(new InetSocketAddress(gateway.getHost(), gateway.getPort()));
    }

    private static String asked(Wire wire, URI gateway, String line) throws IOException {
        return wire.sendHead(line, "Host: " + gateway.getAuthority()).response();
    }

    @Test
    @DisplayName("OPR-6, product: SIGHUP takes over what is safe at once, drops no connection, and names what it left")
    void takesOver() throws Exception {
        try (Surroundings around = Surroundings.in(state, 28_100)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            URI uri = around.gateway();
            Caller seller = Caller.all(around, uri).getFirst();
            assertThat(seller.call().status()).isEqualTo(200);
            try (Wire kept = connect(uri)) {
                assertThat(asked(kept, uri, "GET /.well-known/ucp HTTP/1.1")).startsWith("HTTP/1.1 200");

                around.configure("gateway", config -> {
                    without(config, "seller-ops");
                    config.put("gateway_id", "another");
                    config.putObject("ungoverned").putArray("writes").add("POST /nowhere");
                });
                reload(gateway, TAKEN);
                Answer gone = seller.call().given();
                assertThat(gone.status()).isEqualTo(401);
                assertThat(gone.decision()).endsWith("reason=operator_unknown");
                assertThat(gateway.output())
                        .contains("\"changed\":\"operators ungoverned.writes\"", "\"unchanged\":\"gateway_id\"")
                        .contains("takes a restart");

                assertThat(asked(kept, uri, "GET /.well-known/ucp HTTP/1.1")).startsWith("HTTP/1.1 200");
                kept.sendHead("POST /nowhere HTTP/1.1", "Host: " + uri.getAuthority(), "Content-Length: 0");
                assertThat(kept.response()).as("passed on now").startsWith("HTTP/1.1 404");
            }

            around.configure("gateway", config -> {});
            reload(gateway, TAKEN);
            assertThat(seller.call().status()).isEqualTo(200);
            assertThat(gateway.readiness()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("product: a bad file changes nothing and the log says every fault; the next good one is taken")
    void badFile() throws Exception {
        try (Surroundings around = Surroundings.in(state, 28_200)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            Caller seller = Caller.all(around, around.gateway()).getFirst();
            around.configure("gateway", config -> {
                without(config, "seller-ops");
                config.putObject("limits").put("concurrency", 0).put("conections", 5);
                config.put("listing_ids", "none");
            });
            reload(gateway, "the configuration can't be used; all stays as it was");
            assertThat(gateway.output().replace("\\/", "/"))
                    .contains("/limits/concurrency", "/limits/conections", "/listing_ids")
                    .doesNotContain(TAKEN);
            assertThat(seller.call().status()).isEqualTo(200);

            Files.delete(state.resolve("gateway.yaml"));
            reload(gateway, "the configuration can't be used; all stays as it was");
            assertThat(seller.call().status()).isEqualTo(200);

            around.configure("gateway", config -> without(config, "seller-ops"));
            reload(gateway, TAKEN);
            assertThat(seller.call().status()).isEqualTo(401);
        }
    }

    @Test
    @DisplayName(
            "section 4, DEC-1, IDM-1: an operator over its rate gets a signed 429 that is not kept; another gets its answers")
    void operatorLimits() throws Exception {
        try (Surroundings around = Surroundings.in(state, 28_300)) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            Caller seller = Caller.all(around, around.gateway()).getFirst();
            Agent buyer = around.agents("buyer-ops-a", around.gateway()).getFirst();
            around.configure(
                    "gateway",
                    config -> config.putObject("limits")
                            .putObject("operator")
                            .put("rate", 1)
                            .put("burst", 3));
            reload(gateway, TAKEN);

            List<Caller.Attempt> attempts = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                attempts.add(seller.call());
            }
            List<Caller.Attempt> refused =
                    attempts.stream().filter(attempt -> attempt.status() == 429).toList();
            assertThat(attempts).extracting(Caller.Attempt::status).containsOnly(200, 429);
            assertThat(refused).isNotEmpty();
            Answer answer = refused.getFirst().given();
            assertThat(answer.decision())
                    .isEqualTo("forbid;action=\"listing.answer_buyer\";reason=enforcement_unavailable");
            assertThat(answer.json().path("detail").path("cause").asString()).isEqualTo("limit");
            assertThat(answer.fields().combined("retry-after")).contains("1");
            assertThat(answer.fields().combined("signature")).isPresent();
            assertThat(answer.receipt()).isEmpty();
            assertThat(buyer.read("/offers/x", null).status()).isEqualTo(403);

            around.configure("gateway", config -> {});
            reload(gateway, TAKEN);
            Caller.Attempt again = seller.repeat(refused.getFirst());
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.given().replayed()).isFalse();
        }
    }

    @Test
    @DisplayName(
            "product: any number of SIGHUPs, calls in flight meanwhile, and one while the gateway drains end nothing")
    void manySignals() throws Exception {
        try (Surroundings around = Surroundings.in(state, 28_400);
                var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            GatewayProcess gateway = around.serve("gateway", config -> {});
            Caller seller = Caller.all(around, around.gateway()).getFirst();
            around.world().behave(seller.target(), 0, 3_000, 1);
            Future<Caller.Attempt> slow = calling.submit(seller::call);
            await().until(() -> !around.world().forwarded().isEmpty());
            around.configure("gateway", config -> without(config, "seller-ops"));
            for (int i = 0; i < 20; i++) {
                gateway.hangUp();
            }
            await().until(() -> seller.call().status() == 401);
            assertThat(slow.get().status()).as("begun before").isEqualTo(200);
            assertThat(gateway.runs()).isTrue();

            around.configure("gateway", config -> {});
            reload(gateway, TAKEN);
            around.world().behave(seller.target(), 0, 3_000, 1);
            int before = around.world().forwarded().size();
            Future<Caller.Attempt> draining = calling.submit(seller::call);
            await().until(() -> around.world().forwarded().size() > before);
            gateway.terminate();
            gateway.hangUp();
            gateway.hangUp();
            assertThat(draining.get().status()).isEqualTo(200);
            assertThat(gateway.exit(Duration.ofSeconds(20))).isEqualTo(BY_SIGTERM);
        }
    }

    @Test
    @DisplayName("product: a SIGHUP during the start is not the gateway's end; the file is read again when it runs")
    void duringStart() throws Exception {
        try (Surroundings around = Surroundings.in(state, 28_500)) {
            GatewayProcess gateway = around.begin("gateway", config -> {});
            await("its database starts")
                    .until(() -> Files.exists(around.database().resolve("data/postmaster.pid")));
            gateway.hangUp();
            gateway.hangUp();
            gateway.awaitReady();
            await().until(() -> count(gateway, TAKEN) == 1);
            assertThat(gateway.readiness()).isEqualTo(200);
        }
    }
}
