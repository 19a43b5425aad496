package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UngovernedRelayTest {

    private static final String HOST = "Host: shop.example";
    private static final long MIB = 1 << 20;
    private static final long BUFFERED_AT_MOST = 20 * MIB;

    private final Queue<String> heads = new ConcurrentLinkedQueue<>();

    private static TestEdge before(RecordingUpstream upstream) {
        return new TestEdge(upstream.origin(), request -> PlainReplies.text(200, "governed"));
    }

    /** Answers each request that has no body with the given head and text. */
    private RecordingUpstream.Script answering(String text) {
        return wire -> {
            for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
                heads.add(head);
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: " + text.length())
                        .send(text);
            }
        };
    }

    @Test
    @DisplayName("PRX-4, PRX-5: target raw, Authorization and RCTP names dropped, forwarding fields ours")
    void fields() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead(
                    "GET /catalog?q=C%2b%2b+x&z=%7E HTTP/1.1",
                    HOST,
                    "Authorization: Bearer secret",
                    "RCTP_Seller: s1",
                    "X-Forwarded-For: 6.6.6.6",
                    "Forwarded: for=6.6.6.6",
                    "X-Real-IP: 6.6.6.6",
                    "Connection: x-hop",
                    "X-Hop: 1",
                    "Request-Id: r1");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("ok");
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).endsWith("ok");
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(heads.remove())
                    .startsWith("GET /catalog?q=C%2b%2b+x&z=%7E HTTP/1.1\r\n")
                    .contains("host: " + upstream.origin().authority() + "\r\n")
                    .contains("forwarded: for=127.0.0.1;host=\"shop.example\";proto=https\r\n")
                    .contains("x-forwarded-for: 127.0.0.1\r\n", "x-forwarded-proto: https\r\n", "request-id: r1\r\n")
                    .doesNotContainIgnoringCase("secret", "rctp_", "6.6.6.6", "x-hop", "connection");
        }
    }

    @Test
    @DisplayName("PRX-4: Authorization goes along where the configuration says so")
    void authorization() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        request -> PlainReplies.text(200, "governed"),
                        same -> same,
                        UngovernedRelayTest::forwarding);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /catalog HTTP/1.1", HOST, "Authorization: Bearer secret");
            assertThat(wire.response()).endsWith("ok");
            assertThat(heads.remove()).contains("authorization: Bearer secret\r\n");
        }
    }

    private static RelaySettings forwarding(RelaySettings from) {
        return new RelaySettings(from.upstream(), true, from.connecting());
    }

    private static RelaySettings impatient(RelaySettings from) {
        Duration brief = Duration.ofMillis(200);
        OutboundTimeouts usual = OutboundTimeouts.defaults();
        return new RelaySettings(
                from.upstream(),
                false,
                OutboundSettings.of(
                        new OutboundTimeouts(
                                brief, brief, usual.connect(), usual.tls(), brief, brief, brief, usual.idle()),
                        4));
    }

    @Test
    @DisplayName("PRX-4: 100 MiB come down, and only as fast as the client reads")
    void largeDownload() throws Exception {
        AtomicLong written = new AtomicLong();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: " + 100 * MIB);
                    byte[] block = new byte[64 << 10];
                    for (long sent = 0; sent < 100 * MIB; sent += block.length) {
                        wire.send(block);
                        written.addAndGet(block.length);
                    }
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /large HTTP/1.1", HOST);
            assertThat(wire.head()).contains("Content-Length: " + 100 * MIB);
            stalls(written);
            assertThat(written.get()).isLessThan(BUFFERED_AT_MOST);
            assertThat(drain(wire.input(), 100 * MIB)).isEqualTo(100 * MIB);
        }
    }

    @Test
    @DisplayName("PRX-4: 100 MiB go up, and only as fast as the marketplace reads")
    void largeUpload() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        AtomicLong written = new AtomicLong();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    read.await();
                    drain(wire.input(), 100 * MIB);
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
                    wire.read();
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Content-Length: " + 100 * MIB);
            Thread sending = Thread.ofVirtual().start(() -> upload(wire, written));
            stalls(written);
            assertThat(written.get()).isLessThan(BUFFERED_AT_MOST);
            read.countDown();
            assertThat(wire.head()).startsWith("HTTP/1.1 200");
            sending.join();
            assertThat(written.get()).isEqualTo(100 * MIB);
        }
    }

    private static void upload(Wire wire, AtomicLong written) {
        byte[] block = new byte[64 << 10];
        try {
            for (long sent = 0; sent < 100 * MIB; sent += block.length) {
                wire.send(block);
                written.addAndGet(block.length);
            }
        } catch (IOException failed) {
            written.set(-1);
        }
    }

    private static void stalls(AtomicLong counter) {
        AtomicLong last = new AtomicLong(-1);
        await().pollInterval(Duration.ofMillis(300)).until(() -> last.getAndSet(counter.get()) == counter.get());
    }

    private static long drain(InputStream in, long size) throws IOException {
        byte[] block = new byte[64 << 10];
        long left = size;
        while (left > 0) {
            int count = in.read(block, 0, (int) Math.min(left, block.length));
            if (count < 0) {
                break;
            }
            left -= count;
        }
        return size - left;
    }

    @Test
    @DisplayName("PRX-4: an event reaches the client before the next one exists")
    void serverSentEvents() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Type: text/event-stream");
                    wire.send("data: 1\n\n");
                    seen.await();
                    wire.send("data: 2\n\n");
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /events HTTP/1.1", HOST);
            assertThat(wire.head()).contains("transfer-encoding: chunked");
            assertThat(wire.octets(14)).isEqualTo("9\r\ndata: 1\n\n\r\n");
            seen.countDown();
            assertThat(wire.octets(19)).isEqualTo("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
        }
    }

    @Test
    @DisplayName("PRX-7: the marketplace can't speak in the gateway's name to an agent")
    void ourNamesFromBehind() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead(
                            "HTTP/1.1 200 OK",
                            "RCTP-Decision: auto",
                            "RCTP_Record: x",
                            "X-Other: 1",
                            "Content-Length: 2");
                    wire.send("ok");
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /a HTTP/1.1", HOST);
            assertThat(wire.response())
                    .startsWith("HTTP/1.1 200")
                    .contains("X-Other: 1")
                    .doesNotContainIgnoringCase("rctp");
        }
    }

    @Test
    @DisplayName("B28: interim answers and HEAD do not shift the answers after them")
    void headAndInterim() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
                        wire.sendHead("HTTP/1.1 103 Early Hints", "Link: </a>");
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 3");
                        wire.send(head.startsWith("HEAD") ? "" : "abc");
                    }
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.send("HEAD /a HTTP/1.1\r\n" + HOST + "\r\n\r\nGET /b HTTP/1.1\r\n" + HOST + "\r\n\r\n");
            assertThat(wire.head()).startsWith("HTTP/1.1 103").contains("Link: </a>");
            assertThat(wire.head()).startsWith("HTTP/1.1 200").contains("Content-Length: 3");
            assertThat(wire.head()).startsWith("HTTP/1.1 103");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nabc");
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("PRX-5: 100-continue is the marketplace's to give; a final answer instead ends the connection")
    void expectations() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 100 Continue");
                    String body = wire.octets(5);
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 5").send(body);
                    wire.head();
                    wire.sendHead("HTTP/1.1 413 Content Too Large", "Content-Length: 0");
                    wire.read();
                });
                TestEdge edge = before(upstream)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("POST /uploads HTTP/1.1", HOST, "Expect: 100-continue", "Content-Length: 5");
                assertThat(wire.head()).startsWith("HTTP/1.1 100");
                wire.send("hello");
                assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("hello");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead("POST /uploads HTTP/1.1", HOST, "Expect: 100-continue", "Content-Length: 5");
                assertThat(wire.rest()).startsWith("HTTP/1.1 413").contains("connection: close");
            }
        }
    }

    @Test
    @DisplayName("PRX-7: a streamed body that goes wrong never becomes a whole request")
    void brokenUpload() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Queue<String> received = new ConcurrentLinkedQueue<>();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    String first = wire.octets(10);
                    begun.countDown();
                    received.add(first + wire.rest());
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Transfer-Encoding: chunked")
                    .send("5\r\nhello\r\n");
            begun.await();
            wire.send("5;x\r\nworld\r\n0\r\n\r\n");
            assertThat(wire.rest()).startsWith("HTTP/1.1 400").containsOnlyOnce("HTTP/1.1");
            await().until(() -> !received.isEmpty());
            assertThat(received.remove()).startsWith("5\r\nhello\r\n").doesNotContain("world", "0\r\n");
        }
    }

    @Test
    @DisplayName("PRX-7: a client that goes away in its body never makes a whole request")
    void clientGone() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        Queue<String> received = new ConcurrentLinkedQueue<>();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    String first = wire.octets(10);
                    begun.countDown();
                    received.add(first + wire.rest());
                });
                TestEdge edge = before(upstream)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("POST /uploads HTTP/1.1", HOST, "Transfer-Encoding: chunked")
                        .send("5\r\nhello\r\n");
                begun.await();
            }
            await().until(() -> !received.isEmpty());
            assertThat(received.remove()).startsWith("5\r\nhello\r\n").doesNotContain("0\r\n");
        }
    }

    @Test
    @DisplayName("PRX-5: no marketplace, no answer, a late one or an ambiguous one is 503")
    void marketplaceFails() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    switch (turn.getAndIncrement()) {
                        case 0 -> wire.close();
                        case 1 -> wire.read();
                        case 2 ->
                            wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 5", "Transfer-Encoding: chunked")
                                    .send("0\r\n\r\n");
                        case 3 -> wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 5", "Content-Length: 6");
                        case 4 -> wire.sendHead("HTTP/1.1 200 OK", "Transfer-Encoding: gzip");
                        case 5 -> wire.send("HTTP/1.1 200 OK\nContent-Length: 0\n\n");
                        case 6 ->
                            wire.sendHead("HTTP/1.1 101 Switching Protocols", "Upgrade: x", "Connection: upgrade");
                        default -> wire.send("nonsense\r\n\r\n");
                    }
                });
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        request -> PlainReplies.text(200, "governed"),
                        same -> same,
                        UngovernedRelayTest::impatient)) {
            for (int i = 0; i < 8; i++) {
                try (Wire wire = edge.connect()) {
                    wire.sendHead("GET /catalog HTTP/1.1", HOST);
                    assertThat(wire.response()).as("turn %d", i).startsWith("HTTP/1.1 503");
                }
            }
        }
        try (TestEdge edge = new TestEdge(new Origin(false, "127.0.0.1", 1), request -> PlainReplies.text(200, ""));
                Wire wire = edge.connect()) {
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 503");
        }
    }

    @Test
    @DisplayName("PRX-6: a request that can't be stamped is 503 at once, and its connection is there for others")
    void unstamped() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        UpstreamStamp second = (request, body) -> {
            if (turn.getAndIncrement() == 0) {
                throw new IllegalStateException("no key");
            }
            return request.fields();
        };
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                TestEdge edge = new TestEdge(upstream.origin(), second);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 503").doesNotContain("no key");
            assertThat(edge.relay().inUse()).isZero();
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("PRX-5: an answer that is cut off never looks whole")
    void cutOffAnswers() throws Exception {
        AtomicInteger turn = new AtomicInteger();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    if (turn.getAndIncrement() == 0) {
                        wire.sendHead("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
                                .send("5\r\nhello\r\n");
                    } else {
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 9").send("hello");
                    }
                });
                TestEdge edge = before(upstream)) {
            for (int i = 0; i < 2; i++) {
                try (Wire wire = edge.connect()) {
                    wire.sendHead("GET /catalog HTTP/1.1", HOST);
                    assertThat(wire.rest()).contains("hello").doesNotContain("0\r\n\r\n");
                }
            }
        }
    }

    @Test
    @DisplayName("PRX-5: a kept connection that died is replaced for a GET; a write is not sent twice")
    void deadConnections() throws Exception {
        AtomicInteger posts = new AtomicInteger();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
                    if (wire.head().startsWith("POST")) {
                        posts.incrementAndGet();
                    }
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /a HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
            wire.sendHead("GET /b HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Content-Length: 0");
            assertThat(wire.response()).startsWith("HTTP/1.1 503");
            assertThat(posts).hasValue(1);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("an HTTP/1.0 client gets an answer of unknown length up to the end of the connection")
    void oldClient() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Transfer-Encoding: chunked")
                            .send("5\r\nhello\r\n0\r\n\r\n");
                    wire.read();
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /catalog HTTP/1.0", HOST);
            assertThat(wire.rest()).doesNotContain("chunked").endsWith("\r\n\r\nhello");
        }
    }

    @Test
    @DisplayName("PRX-4: a WebSocket becomes a tunnel")
    void webSocket() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    heads.add(wire.head());
                    wire.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                            .concat("Connection: upgrade\r\nSec-WebSocket-Accept: x\r\n\r\nearly"));
                    wire.send(wire.octets(4));
                    wire.send(wire.octets(4));
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /socket HTTP/1.1", HOST, "Connection: Upgrade", "Upgrade: websocket")
                    .send("ping");
            assertThat(wire.head()).startsWith("HTTP/1.1 101").contains("upgrade: websocket");
            assertThat(wire.octets(9)).isEqualTo("earlyping");
            wire.send("\u0000\n\r\u0001");
            assertThat(wire.rest()).isEqualTo("\u0000\n\r\u0001");
            assertThat(heads.remove()).contains("upgrade: websocket\r\n", "connection: upgrade\r\n");
        }
    }

    @Test
    @DisplayName("PRX-7: other upgrades are not passed on")
    void otherUpgrades() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead(
                    "GET /catalog HTTP/1.1",
                    HOST,
                    "Connection: Upgrade, HTTP2-Settings",
                    "Upgrade: h2c",
                    "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA");
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
            assertThat(heads.remove()).doesNotContainIgnoringCase("upgrade", "http2");
        }
    }

    private static TestEdge named(NameLookup lookup) {
        return new TestEdge(
                new Origin(false, "marketplace.example", 80),
                request -> PlainReplies.text(200, "governed"),
                new PlainReplies(),
                same -> same,
                UngovernedRelayTest::impatient,
                lookup);
    }

    @Test
    @DisplayName("PRX-5: a name lookup that hangs is 503 in time, and one that comes late changes nothing")
    void slowLookup() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        NameLookup slow = host -> {
            try {
                release.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        };
        try (TestEdge edge = named(slow);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 503");
            release.countDown();
            wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("governed");
        }
    }

    @Test
    @DisplayName("PRX-5: a name lookup that fails in whatever way is 503")
    void failingLookup() throws Exception {
        List<NameLookup> lookups = List.of(
                host -> {
                    throw new UnknownHostException(host);
                },
                host -> {
                    throw new IllegalArgumentException(host);
                },
                host -> new InetAddress[0],
                host -> new InetAddress[] {null});
        for (NameLookup lookup : lookups) {
            try (TestEdge edge = named(lookup);
                    Wire wire = edge.connect()) {
                wire.sendHead("GET /catalog HTTP/1.1", HOST);
                assertThat(wire.response()).startsWith("HTTP/1.1 503");
            }
        }
    }

    @Test
    @DisplayName("an upload whose body never comes is 408")
    void bodyNeverComes() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> wire.rest());
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        request -> PlainReplies.text(200, "governed"),
                        UngovernedRelayTest::shortBodies,
                        same -> same);
                Wire wire = edge.connect()) {
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Content-Length: 5");
            assertThat(wire.rest()).startsWith("HTTP/1.1 408");
        }
    }

    @ParameterizedTest(name = "{0} bytes at a time: {1}")
    @CsvSource({"1, 408", "102, 408", "1024, 200"})
    @DisplayName(
            "PRX-5: an upload that brings less than 1 KiB in the time for a body is 408, and others go on for any time")
    void dripped(int size, String status) throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.octets(10 * size);
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
                });
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        request -> PlainReplies.text(200, "governed"),
                        from -> bodies(from, Duration.ofSeconds(1)),
                        same -> same);
                ScheduledExecutorService drip = Executors.newSingleThreadScheduledExecutor();
                Wire wire = edge.connect()) {
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Connection: close", "Content-Length: " + 10 * size);
            for (int piece = 0; piece < 10; piece++) {
                var _ = drip.schedule(() -> wire.send("a".repeat(size)), piece * 180L, TimeUnit.MILLISECONDS);
            }
            assertThat(wire.rest()).startsWith("HTTP/1.1 " + status);
            drip.shutdownNow();
        }
    }

    private static EdgeSettings shortBodies(EdgeSettings from) {
        return bodies(from, Duration.ofMillis(200));
    }

    private static EdgeSettings bodies(EdgeSettings from, Duration timeout) {
        return new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                from.maxGovernedBodyBytes(),
                from.headTimeout(),
                timeout,
                from.idleTimeout(),
                from.maxConnections(),
                from.maxConcurrentCalls(),
                from.tls());
    }

    @Test
    @DisplayName("RSP-2: each relayed request has one line, whole, cut off or left by its client")
    void logged() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    String head = wire.head();
                    if (head.startsWith("GET /whole")) {
                        wire.sendHead("HTTP/1.1 404 Not Found", "Content-Length: 0");
                    } else if (head.startsWith("GET /part")) {
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 9").send("part");
                    } else {
                        asked.countDown();
                        wire.rest();
                    }
                });
                TestEdge edge = before(upstream)) {
            for (String path : List.of("whole", "part")) {
                try (Wire wire = edge.connect()) {
                    wire.sendHead(
                            "GET /" + path + "?secret HTTP/1.1", HOST, "Request-Id: " + path, "Connection: close");
                    assertThat(wire.rest()).isNotEmpty();
                }
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead("GET /left HTTP/1.1", HOST, "Request-Id: left");
                asked.await();
            }
            await().until(() -> edge.log().lines().size() == 3);
            assertThat(edge.log().lines())
                    .containsExactly("whole relayed 404", "part relayed 200 cut off", "left relayed 0 cut off");
        }
    }

    @Test
    @DisplayName("RSP-2: a relayed request that is answered by a refusal is not logged as relayed")
    void refusedInstead() throws Exception {
        try (TestEdge edge = new TestEdge(new Origin(false, "127.0.0.1", 1), request -> PlainReplies.text(200, ""));
                Wire wire = edge.connect()) {
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 503");
            assertThat(edge.log().lines()).isEmpty();
        }
    }

    @Test
    @DisplayName("PRX-5: a relay that is closed looks no names up, and what still comes is 503 at once")
    void closed() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        NameLookup counting = host -> {
            lookups.incrementAndGet();
            return new InetAddress[] {InetAddress.getLoopbackAddress()};
        };
        try (TestEdge edge = named(counting);
                Wire wire = edge.connect()) {
            edge.relay().close();
            wire.sendHead("GET /catalog HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 503");
        }
        assertThat(lookups).hasValue(0);
    }
}
