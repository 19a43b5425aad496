package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The times of {@code upstream} in the configuration, each shorter than any test's patience, on a started gateway (PRX-5). */
@ExtendWith(Sandboxed.class)
class UpstreamTimesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final String HOST = "Host: shop.example";

    @TempDir
    private static Path folder;

    private static final AtomicBoolean UNUSED_CLOSED = new AtomicBoolean();
    private static final AtomicInteger HOLDING = new AtomicInteger();
    private static final CountDownLatch RELEASE = new CountDownLatch(1);

    private static RecordingUpstream marketplace;
    private static RecordingUpstream silent;
    private static AnotherGateway gateway;
    private static AnotherGateway toSilence;

    @BeforeAll
    static void start(World world, Path state) throws Exception {
        marketplace = new RecordingUpstream(UpstreamTimesTest::answer);
        silent = new RecordingUpstream(wire -> wire.rest());
        gateway = started(
                world,
                state,
                "times",
                "http://127.0.0.1:" + marketplace.address().getPort());
        toSilence = started(
                world,
                state,
                "times-tls",
                "https://localhost:" + silent.address().getPort());
    }

    private static AnotherGateway started(World world, Path state, String name, String marketplaceUrl)
            throws Exception {
        return AnotherGateway.start(state, folder, name, world.clock(), config -> {
            config.withObject("/upstream")
                    .put("base_url", marketplaceUrl)
                    .put("turn_timeout", "500ms")
                    .put("tls_timeout", "500ms")
                    .put("write_timeout", "1s")
                    .put("first_byte_timeout", "1s")
                    .put("between_bytes_timeout", "4s")
                    .put("idle_timeout", "1s")
                    .put("max_connections", 2)
                    .put("max_waiting", 1);
            config.withObject("/ungoverned").putArray("writes").add("POST /uploads");
            config.withObject("/listen")
                    .put("scheme", "https")
                    .withArray("/public_authorities")
                    .add("shop.example");
        });
    }

    @AfterAll
    static void stop() throws Exception {
        gateway.close();
        toSilence.close();
        marketplace.close();
        silent.close();
    }

    private static void answer(Wire wire) throws Exception {
        String head = wire.head();
        if (head.startsWith("GET /silent ")) {
            wire.rest();
        } else if (head.startsWith("GET /half ")) {
            wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 10").send("half").rest();
        } else if (head.startsWith("POST ")) {
            RELEASE.await();
        } else if (head.startsWith("GET /hold ")) {
            wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2");
            HOLDING.incrementAndGet();
            RELEASE.await();
        } else if (!head.isEmpty()) {
            wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
            UNUSED_CLOSED.set(wire.read() < 0);
        }
    }

    private static String get(AnotherGateway from, String path) throws Exception {
        try (Wire wire = new Wire(from.address())) {
            long begun = System.nanoTime();
            wire.sendHead("GET " + path + " HTTP/1.1", HOST, "Connection: close");
            String answer = wire.rest();
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
            return answer;
        }
    }

    @Test
    @DisplayName("PRX-5: first_byte_timeout: a marketplace that says nothing is 503")
    void firstByte() throws Exception {
        assertThat(get(gateway, "/silent")).startsWith("HTTP/1.1 503").contains("enforcement_unavailable");
    }

    @Test
    @DisplayName("PRX-5: between_bytes_timeout: an answer that stops is cut off and never looks whole")
    void betweenBytes() throws Exception {
        assertThat(get(gateway, "/half"))
                .startsWith("HTTP/1.1 200")
                .contains("half")
                .doesNotContain("503");
    }

    @Test
    @DisplayName("PRX-5: tls_timeout: a marketplace that does not shake hands is 503")
    void tls() throws Exception {
        assertThat(get(toSilence, "/listings")).startsWith("HTTP/1.1 503");
    }

    @Test
    @DisplayName("PRX-5: idle_timeout: an unused connection is closed")
    void idle() throws Exception {
        assertThat(get(gateway, "/listings")).endsWith("ok");
        await().atMost(PATIENCE).untilTrue(UNUSED_CLOSED);
    }

    @Test
    @DisplayName("PRX-5: write_timeout: a marketplace that takes nothing more of a body is 503")
    void write() throws Exception {
        try (Wire wire = new Wire(gateway.address())) {
            int size = 64 << 20;
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Content-Length: " + size);
            Thread sending = Thread.ofVirtual().start(() -> send(wire, size));
            assertThat(wire.head()).startsWith("HTTP/1.1 503");
            sending.join();
        }
    }

    private static void send(Wire wire, int size) {
        byte[] piece = new byte[64 << 10];
        try {
            for (int sent = 0; sent < size; sent += piece.length) {
                wire.send(piece);
            }
        } catch (java.io.IOException refused) {
            assertThat(refused).as("the gateway has answered").isNotNull();
        }
    }

    @Test
    @DisplayName(
            "PRX-5: max_connections, turn_timeout, max_waiting: one more waits for so long, and another not at all")
    void turns() throws Exception {
        try (Wire first = new Wire(gateway.address());
                Wire second = new Wire(gateway.address());
                Wire waiting = new Wire(gateway.address())) {
            for (Wire each : new Wire[] {first, second}) {
                each.sendHead("GET /hold HTTP/1.1", HOST);
            }
            await().until(() -> HOLDING.get() == 2);
            long begun = System.nanoTime();
            waiting.sendHead("GET /listings HTTP/1.1", HOST);
            assertThat(get(gateway, "/listings")).startsWith("HTTP/1.1 503");
            assertThat(waiting.response()).startsWith("HTTP/1.1 503");
            assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(PATIENCE);
        }
    }
}
