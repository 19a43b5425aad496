package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.HeldNames;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * The times of {@code upstream} in the configuration, on started gateways (PRX-5). Each is so far from its default, and from the other
 * times that could end the same request, that how long it took tells which one did.
 */
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
    private static AnotherGateway gateway;

    @BeforeAll
    static void start(World world, Path state) throws Exception {
        marketplace = new RecordingUpstream(UpstreamTimesTest::answer);
        gateway = started(
                world,
                state,
                "times",
                url(marketplace.address().getPort()),
                upstream -> upstream.put("write_timeout", "1s")
                        .put("first_byte_timeout", "1s")
                        .put("between_bytes_timeout", "4s")
                        .put("idle_timeout", "1s"));
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static AnotherGateway started(
            World world, Path state, String name, String marketplaceUrl, Consumer<ObjectNode> times) throws Exception {
        return AnotherGateway.start(state, folder, name, world.clock(), config -> {
            times.accept(config.withObject("/upstream").put("base_url", marketplaceUrl));
            config.withObject("/limits").putObject("address").put("enabled", false);
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
        marketplace.close();
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

    /** How long a gateway that has other time enough takes to say that it has no connection. */
    private static Duration refused(World world, Path state, String marketplaceUrl, String key, String time)
            throws Exception {
        try (AnotherGateway other = started(
                world,
                state,
                key,
                marketplaceUrl,
                upstream -> upstream.put(key, time).put("first_byte_timeout", "60s"))) {
            long begun = System.nanoTime();
            assertThat(get(other, "/listings")).startsWith("HTTP/1.1 503");
            return Duration.ofNanos(System.nanoTime() - begun);
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
    @DisplayName("PRX-5: name_timeout: a marketplace whose name is not found out in time is 503")
    void name(World world, Path state) throws Exception {
        assertThat(refused(world, state, "http://" + HeldNames.HELD, "name_timeout", "4s"))
                .isBetween(Duration.ofSeconds(3), PATIENCE);
    }

    @Test
    @DisplayName("PRX-5: connect_timeout: a marketplace that does not accept is 503")
    void connect(World world, Path state) throws Exception {
        List<SocketChannel> waiting = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 8; i++) {
                SocketChannel channel = SocketChannel.open();
                waiting.add(channel);
                channel.configureBlocking(false);
                channel.connect(full.getLocalSocketAddress());
            }
            assertThat(refused(world, state, url(full.getLocalPort()), "connect_timeout", "4s"))
                    .isBetween(Duration.ofSeconds(3), PATIENCE);
        } finally {
            for (SocketChannel channel : waiting) {
                channel.close();
            }
        }
    }

    @Test
    @DisplayName("PRX-5: tls_timeout: a marketplace that does not shake hands is 503")
    void tls(World world, Path state) throws Exception {
        try (RecordingUpstream silent = new RecordingUpstream(wire -> wire.rest())) {
            String url = "https://localhost:" + silent.address().getPort();
            assertThat(refused(world, state, url, "tls_timeout", "500ms"))
                    .isBetween(Duration.ofMillis(400), Duration.ofSeconds(4));
        }
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
        } catch (IOException closed) {
            return; // the answer came before the body's end
        }
    }

    private static boolean oneWaits(AnotherGateway at) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                            HttpRequest.newBuilder(at.management().resolve("/metrics"))
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .anyMatch("rctp_pool_waiting{pool=\"relay\"} 1.0"::equals);
        }
    }

    @Test
    @DisplayName(
            "PRX-5: max_connections, turn_timeout, max_waiting: one more waits for so long, and another not at all")
    void turns(World world, Path state) throws Exception {
        try (AnotherGateway narrow = started(
                        world,
                        state,
                        "turns",
                        url(marketplace.address().getPort()),
                        upstream -> upstream.put("turn_timeout", "6s")
                                .put("first_byte_timeout", "60s")
                                .put("max_connections", 2)
                                .put("max_waiting", 1));
                Wire first = new Wire(narrow.address());
                Wire second = new Wire(narrow.address());
                Wire waiting = new Wire(narrow.address())) {
            first.sendHead("GET /hold HTTP/1.1", HOST);
            await().until(() -> HOLDING.get() == 1);
            second.sendHead("GET /hold HTTP/1.1", HOST);
            await().until(() -> HOLDING.get() == 2);
            long begun = System.nanoTime();
            waiting.sendHead("GET /listings HTTP/1.1", HOST);
            await().until(() -> oneWaits(narrow));
            assertThat(get(narrow, "/listings")).startsWith("HTTP/1.1 503");
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("not at all")
                    .isLessThan(Duration.ofSeconds(5));
            assertThat(waiting.response()).startsWith("HTTP/1.1 503");
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("so long")
                    .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        }
    }
}
