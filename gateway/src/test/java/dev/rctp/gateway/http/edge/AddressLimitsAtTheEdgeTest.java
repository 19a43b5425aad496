package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.gateway.limits.AddressAllowance;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Allowance;
import dev.rctp.gateway.limits.StillClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every address of 127.0.0.0/8 is one of this machine's, and one of its own to the edge. */
class AddressLimitsAtTheEdgeTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final String CALL = "GET /offers/off_1 HTTP/1.1";
    private static final String HOST = "Host: shop.example";

    private final StillClock clock = new StillClock();
    private final AtomicInteger handled = new AtomicInteger();
    private final Semaphore mayAnswer = new Semaphore(0);

    private AddressLimits limits(int burst, int concurrency, int connections) {
        return new AddressLimits(new AddressAllowance(new Allowance(1, burst, concurrency), connections), clock);
    }

    private static TestEdge edge(Origin upstream, RequestHandler handler, AddressLimits limits) {
        return new TestEdge(
                upstream, handler, new PlainReplies(), same -> same, same -> same, NameLookup.platform(), limits);
    }

    private Reply quick(Object request) {
        handled.incrementAndGet();
        return PlainReplies.text(200, "ok");
    }

    private Reply held(Object request) throws InterruptedException {
        handled.incrementAndGet();
        mayAnswer.acquire();
        return PlainReplies.text(200, "ok");
    }

    private static Wire from(String address, InetSocketAddress server) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        socket.connect(server, 2_000);
        return new Wire(socket);
    }

    private static String call(TestEdge edge, String address, String line) throws IOException {
        try (Wire wire = from(address, edge.server().address())) {
            return wire.sendHead(line, HOST, "Connection: close").rest();
        }
    }

    @Test
    @DisplayName(
            "section 4: over its rate an address gets 429 for whatever it asks, and another address gets its answer")
    void rate() throws Exception {
        try (TestEdge edge = edge(NOWHERE, this::quick, limits(4, 10, 10))) {
            try (Wire wire = from("127.0.0.2", edge.server().address())) {
                for (int i = 0; i < 3; i++) {
                    wire.sendHead(CALL, HOST);
                    assertThat(wire.response()).startsWith("HTTP/1.1 200");
                }
                wire.sendHead(CALL, HOST);
                assertThat(wire.rest()).startsWith("HTTP/1.1 429").contains("too many calls in too short a time");
            }
            assertThat(handled).hasValue(3);
            assertThat(call(edge, "127.0.0.3", CALL)).startsWith("HTTP/1.1 200");

            clock.move(Duration.ofSeconds(2));
            assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 200");
            clock.move(Duration.ofSeconds(1));
            assertThat(call(edge, "127.0.0.2", "GET /search HTTP/1.1")).startsWith("HTTP/1.1 429");
            clock.move(Duration.ofSeconds(1));
            assertThat(call(edge, "127.0.0.2", "DELETE /search HTTP/1.1")).startsWith("HTTP/1.1 429");
            clock.move(Duration.ofSeconds(1));
            assertThat(call(edge, "127.0.0.2", "GET /a//b HTTP/1.1"))
                    .as("ambiguous all the same")
                    .startsWith("HTTP/1.1 400");
        }
    }

    @Test
    @DisplayName("PRX-5: what a client says of addresses in front of it is not believed")
    void forwarded() throws Exception {
        try (TestEdge edge = edge(NOWHERE, this::quick, limits(2, 10, 10));
                Wire wire = from("127.0.0.2", edge.server().address())) {
            wire.sendHead(CALL, HOST, "X-Forwarded-For: 192.0.2.1", "Forwarded: for=192.0.2.1");
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
            wire.sendHead(CALL, HOST, "X-Forwarded-For: 192.0.2.2", "Forwarded: for=192.0.2.2");
            assertThat(wire.response()).startsWith("HTTP/1.1 429");
        }
    }

    @Test
    @DisplayName("section 4: calls at once are counted until they are decided, also when their client has gone")
    void concurrency() throws Exception {
        try (TestEdge edge = edge(NOWHERE, this::held, limits(1_000, 2, 10))) {
            for (int i = 1; i <= 2; i++) {
                try (Wire gone = from("127.0.0.2", edge.server().address())) {
                    gone.sendHead(CALL, HOST);
                    int begun = i;
                    await().until(() -> handled.get() == begun);
                }
            }
            assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 429").contains("too many calls at once");
            try (Wire other = from("127.0.0.3", edge.server().address())) {
                other.sendHead(CALL, HOST);
                await().until(() -> handled.get() == 3);
                mayAnswer.release(100);
                assertThat(other.response()).startsWith("HTTP/1.1 200");
            }
            await().untilAsserted(
                            () -> assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    @DisplayName("PRX-4: relayed calls count until their answer is whole, an upgraded connection until it is closed")
    void relays() throws Exception {
        RecordingUpstream.Script script = wire -> {
            String head = wire.head();
            if (head.toLowerCase(Locale.ROOT).contains("upgrade: websocket")) {
                wire.sendHead(
                        "HTTP/1.1 101 Switching Protocols",
                        "Connection: upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Accept: x");
                wire.read();
            } else {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 4").send("ab");
                mayAnswer.acquire();
                wire.send("cd");
            }
        };
        try (RecordingUpstream upstream = new RecordingUpstream(script);
                TestEdge edge = edge(upstream.origin(), this::quick, limits(1_000, 1, 10))) {
            try (Wire first = from("127.0.0.2", edge.server().address())) {
                first.sendHead("GET /search HTTP/1.1", HOST);
                first.head();
                assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 429");
                mayAnswer.release();
                assertThat(first.octets(4)).isEqualTo("abcd");
            }
            await().untilAsserted(
                            () -> assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 200"));
            try (Wire upgraded = from("127.0.0.2", edge.server().address())) {
                upgraded.sendHead(
                        "GET /live HTTP/1.1",
                        HOST,
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
                assertThat(upgraded.head()).startsWith("HTTP/1.1 101");
                assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 429");
            }
            await().untilAsserted(
                            () -> assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    @DisplayName("PRX-5: one address holds a quarter of the relay's connections, and others get theirs")
    void share(@TempDir Path folder) throws Exception {
        RecordingUpstream.Script script = wire -> {
            if (wire.head().startsWith("GET /search")) {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
            } else {
                wire.rest();
            }
        };
        PemFiles pem = PemFiles.ec(folder);
        try (RecordingUpstream upstream = new RecordingUpstream(script);
                ServerTls tls = ServerTls.open(pem.files(), true, Duration.ofHours(1), InstantSource.system());
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        this::quick,
                        new PlainReplies(),
                        usual -> usual.withTls(tls),
                        usual -> new RelaySettings(
                                usual.upstream(), false, OutboundSettings.of(OutboundTimeouts.defaults(), 8)),
                        NameLookup.platform(),
                        limits(1_000, 100, 10))) {
            try (FrameWire wire = new FrameWire(edge.server().address(), PemFiles.trusting(pem))) {
                wire.request(1, false, "POST", "/uploads").data(1, false, "a");
                wire.request(3, false, "POST", "/uploads").data(3, false, "a");
                await().until(() -> edge.relay().inUse() == 2);
                for (int stream = 5; stream < 25; stream += 2) {
                    FrameWire.Answer over =
                            wire.request(stream, true, "GET", "/search").answer(stream);
                    assertThat(over.status()).isEqualTo(429);
                    assertThat(over.body()).contains("too many relayed calls at once from this address");
                }
                assertThat(wire.request(25, true, "GET", "/offers/off_1")
                                .answer(25)
                                .status())
                        .as("a governed call")
                        .isEqualTo(200);
                try (Wire other = encrypted("127.0.0.3", edge, pem)) {
                    other.sendHead("GET /search HTTP/1.1", HOST);
                    assertThat(other.response()).startsWith("HTTP/1.1 200");
                }
            }
            await().until(() -> edge.relay().inUse() == 0);
            try (FrameWire wire = new FrameWire(edge.server().address(), PemFiles.trusting(pem))) {
                for (int stream = 1; stream < 21; stream += 2) {
                    assertThat(wire.request(stream, true, "GET", "/search")
                                    .answer(stream)
                                    .status())
                            .isEqualTo(200);
                }
            }
        }
    }

    private static Wire encrypted(String address, TestEdge edge, PemFiles pem) throws Exception {
        InetSocketAddress server = edge.server().address();
        return new Wire(PemFiles.trusting(pem)
                .getSocketFactory()
                .createSocket(server.getAddress(), server.getPort(), InetAddress.getByName(address), 0));
    }

    @Test
    @DisplayName("issue 4: a connection over its address's limit is closed unheard and counted, others go on")
    void connections() throws Exception {
        try (TestEdge edge = edge(NOWHERE, this::quick, limits(1_000, 10, 2));
                Wire first = from("127.0.0.2", edge.server().address())) {
            try (Wire second = from("127.0.0.2", edge.server().address())) {
                first.sendHead(CALL, HOST);
                second.sendHead(CALL, HOST);
                assertThat(first.response()).startsWith("HTTP/1.1 200");
                assertThat(second.response()).startsWith("HTTP/1.1 200");
                try (Wire third = from("127.0.0.2", edge.server().address())) {
                    assertThat(third.rest()).isIn("", "<reset>");
                }
                assertThat(edge.server().turnedAway()).isEqualTo(1);
                assertThat(call(edge, "127.0.0.3", CALL)).startsWith("HTTP/1.1 200");
                first.sendHead(CALL, HOST);
                assertThat(first.response()).startsWith("HTTP/1.1 200");
            }
            await().untilAsserted(
                            () -> assertThat(call(edge, "127.0.0.2", CALL)).startsWith("HTTP/1.1 200"));
        }
    }

    @Test
    @DisplayName("issue 4: HTTP/2 streams count as calls, and one over the limit leaves the connection to the others")
    void streams(@TempDir Path folder) throws Exception {
        PemFiles pem = PemFiles.ec(folder);
        try (ServerTls tls = tls(pem);
                TestEdge edge = encrypted(tls, this::held, limits(1_000, 2, 10));
                FrameWire wire = new FrameWire(edge.server().address(), PemFiles.trusting(pem))) {
            wire.request(1, true, "GET", "/offers/off_1");
            wire.request(3, true, "GET", "/offers/off_1");
            await().until(() -> handled.get() == 2);
            assertThat(wire.request(5, true, "GET", "/offers/off_1").answer(5).status())
                    .isEqualTo(429);
            mayAnswer.release(100);
            assertThat(wire.answer(1).status()).isEqualTo(200);
            assertThat(wire.answer(3).status()).isEqualTo(200);
            assertThat(wire.request(7, true, "GET", "/offers/off_1").answer(7).status())
                    .isEqualTo(200);
        }
    }

    private TestEdge encrypted(ServerTls tls, RequestHandler handler, AddressLimits limits) {
        return new TestEdge(
                NOWHERE,
                handler,
                new PlainReplies(),
                usual -> usual.withTls(tls),
                same -> same,
                NameLookup.platform(),
                limits);
    }

    private static ServerTls tls(PemFiles pem) throws IOException {
        return ServerTls.open(pem.files(), true, Duration.ofHours(1), InstantSource.system());
    }

    @Test
    @DisplayName("section 4: a call counts until its answer is taken, also when its client reads nothing of it")
    void unreadAnswers(@TempDir Path folder) throws Exception {
        PemFiles pem = PemFiles.ec(folder);
        try (ServerTls tls = tls(pem);
                TestEdge edge = encrypted(tls, this::quick, limits(1_000, 2, 10));
                FrameWire wire =
                        new FrameWire(edge.server().address(), PemFiles.trusting(pem), INITIAL_WINDOW_SIZE, 0)) {
            for (int stream = 1; stream <= 3; stream += 2) {
                wire.request(stream, true, "GET", "/offers/off_1");
                assertThat(wire.fields(wire.frameOf(stream))).containsEntry(":status", "200");
            }
            wire.request(5, true, "GET", "/offers/off_1");
            assertThat(wire.fields(wire.frameOf(5))).containsEntry(":status", "429");
            assertThat(wire.window(1, 10).answer(1).body()).isEqualTo("ok");
            wire.reset(3).request(7, true, "GET", "/offers/off_1");
            assertThat(wire.window(7, 10).answer(7).status()).isEqualTo(200);
        }
    }

    @Test
    @DisplayName("PRX-7: a connection over HTTP/2 that goes on after 200 refusals is told ENHANCE_YOUR_CALM")
    void tooManyRefusals(@TempDir Path folder) throws Exception {
        PemFiles pem = PemFiles.ec(folder);
        try (ServerTls tls = tls(pem);
                TestEdge edge = encrypted(tls, this::held, limits(1_000, 1, 10));
                FrameWire wire = new FrameWire(edge.server().address(), PemFiles.trusting(pem))) {
            wire.request(1, true, "GET", "/offers/off_1");
            for (int i = 1; i <= 200; i++) {
                assertThat(wire.request(2 * i + 1, true, "GET", "/offers/off_1")
                                .answer(2 * i + 1)
                                .status())
                        .isEqualTo(429);
            }
            wire.request(403, true, "GET", "/offers/off_1");
            assertThat(wire.goAway()).isEqualTo(FrameWire.ENHANCE_YOUR_CALM);
            mayAnswer.release();
        }
    }

    @Test
    @DisplayName(
            "reload: other limits of size hold for new connections, of numbers for all, and no connection is dropped")
    void reload() throws Exception {
        AddressLimits limits = limits(1_000, 10, 10);
        try (TestEdge edge = edge(NOWHERE, this::quick, limits);
                Wire kept = from("127.0.0.2", edge.server().address())) {
            kept.sendHead(CALL, HOST);
            assertThat(kept.response()).startsWith("HTTP/1.1 200");
            EdgeSettings usual = EdgeSettings.defaults(edge.server().address(), "https", new HostRule.AnyWellFormed());
            edge.server()
                    .reload(new EdgeSettings(
                            usual.bind(),
                            usual.scheme(),
                            usual.hosts(),
                            usual.maxRequestLineBytes(),
                            usual.maxHeadBytes(),
                            10,
                            usual.headTimeout(),
                            usual.bodyTimeout(),
                            usual.idleTimeout(),
                            2,
                            usual.maxConcurrentCalls(),
                            null));
            String call = "POST /listings/l1/offers HTTP/1.1";
            kept.sendHead(call, HOST, "Content-Length: 11").send("hello world");
            assertThat(kept.response()).startsWith("HTTP/1.1 200");
            try (Wire fresh = from("127.0.0.3", edge.server().address())) {
                fresh.sendHead(call, HOST, "Content-Length: 11").send("hello world");
                assertThat(fresh.response()).startsWith("HTTP/1.1 413");
                try (Wire third = from("127.0.0.4", edge.server().address())) {
                    assertThat(third.rest()).isIn("", "<reset>");
                }
            }
        }
    }
}
