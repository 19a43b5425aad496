package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamConnectionTest {

    private static final String OFFERS = "/listings/l1/offers";
    private static final int INITIAL_WINDOW_SIZE = 4;

    @TempDir
    private static Path folder;

    private static PemFiles pem;
    private static SSLContext client;

    private final Queue<InboundRequest> handled = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void certificate() throws Exception {
        pem = PemFiles.ec(folder);
        client = PemFiles.trusting(pem);
    }

    private Reply echo(InboundRequest request) {
        handled.add(request);
        return PlainReplies.text(200, "got " + new String(request.body(), ISO_8859_1));
    }

    private static EdgeSettings quick(EdgeSettings from) {
        Duration soon = Duration.ofMillis(300);
        return new EdgeSettings(
                from.bind(), from.scheme(), from.hosts(), 8 << 10, 32 << 10, 64 << 10, soon, soon, soon, 8, 1, null);
    }

    private static RecordingUpstream.Script answering(String body) {
        return wire -> {
            while (!wire.head().isEmpty()) {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: " + body.length())
                        .send(body);
            }
        };
    }

    private FrameWire connect(EncryptedEdge edge, int... settings) throws Exception {
        return new FrameWire(edge.address(), client, settings);
    }

    @Test
    @DisplayName("PRX-4, PRX-5, SIG-5, B5: a governed call over HTTP/2 reaches the handler whole and raw")
    void governed() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.head(
                            1,
                            false,
                            ":method",
                            "POST",
                            ":scheme",
                            "https",
                            ":authority",
                            "SHOP.example:443",
                            ":path",
                            OFFERS + "?a=%2b",
                            "cookie",
                            "a=1",
                            "x-a",
                            "1",
                            "cookie",
                            "b=2",
                            "rctp_seller",
                            "s1")
                    .data(1, false, "hel")
                    .data(1, true, "lo");
            FrameWire.Answer answer = wire.answer(1);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("got hello");
            assertThat(answer.heads().getLast())
                    .containsKey("date")
                    .doesNotContainKeys("connection", "transfer-encoding");
            wire.request(3, true, "HEAD", "/offers/off_1");
            FrameWire.Answer head = wire.answer(3);
            assertThat(head.status()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
        }
        InboundRequest first = handled.remove();
        assertThat(first.message().authority()).isEqualTo("shop.example");
        assertThat(first.message().path()).isEqualTo(OFFERS);
        assertThat(first.message().query()).isEqualTo("a=%2b");
        assertThat(first.message().fields().combined("cookie")).contains("a=1; b=2");
        assertThat(first.message().fields().combined("rctp_seller")).isEmpty();
    }

    @Test
    @DisplayName("PRX-5: the marketplace is told HTTP/2, sees the path raw, no hop-by-hop field and no pseudo-header")
    void relayedHead() throws Exception {
        Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    heads.add(wire.head());
                    wire.sendHead(
                            "HTTP/1.1 200 OK",
                            "Transfer-Encoding: chunked",
                            "Connection: X-Hop",
                            "X-Hop: 1",
                            "RCTP-Decision: auto");
                    wire.send("2\r\nok\r\n0\r\n\r\n");
                });
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            FrameWire.Answer answer = wire.request(1, true, "GET", "/catalog?q=%7E", "te", "trailers")
                    .answer(1);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo("ok");
            assertThat(answer.heads().getLast())
                    .doesNotContainKeys("connection", "x-hop", "transfer-encoding", "rctp-decision");
        }
        assertThat(heads.remove().toLowerCase(Locale.ROOT))
                .startsWith("get /catalog?q=%7e http/1.1\r\n")
                .contains("via: 2.0 rctp\r\n", "proto=https")
                .doesNotContain("\nte:", "\n:", "transfer-encoding");
    }

    @Test
    @DisplayName(
            "PRX-5: a body of unknown length is chunked for the marketplace, its trailers are checked and stay here")
    void upload() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    seen.add(wire.head() + wire.octets("5\r\nhello\r\n0\r\n\r\n".length()));
                    wire.sendHead("HTTP/1.1 204 No Content");
                });
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, false, "POST", "/uploads").data(1, false, "hello").head(1, true, "x-sum", "1");
            assertThat(wire.answer(1).status()).isEqualTo(204);
        }
        assertThat(seen.remove()).contains("transfer-encoding: chunked").endsWith("5\r\nhello\r\n0\r\n\r\n");
    }

    @Test
    @DisplayName("PRX-5: interim answers come before the answer, and HEAD has no body")
    void interim() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 103 Early Hints", "Link: </a>");
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 100");
                });
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            FrameWire.Answer answer = wire.request(1, true, "HEAD", "/catalog").answer(1);
            assertThat(answer.heads()).extracting(head -> head.get(":status")).containsExactly("103", "200");
            assertThat(answer.heads().getFirst()).containsEntry("link", "</a>");
            assertThat(answer.heads().getLast()).containsEntry("content-length", "100");
            assertThat(answer.body()).isEmpty();
            assertThat(answer.whole()).isTrue();
        }
    }

    @Test
    @DisplayName("B29: 100 only to a signed call within the limits; others are answered from their head")
    void expectations() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, false, "POST", OFFERS, "expect", "100-continue", "content-length", "99000000");
            assertThat(wire.answer(1).status()).isEqualTo(413);
            wire.request(3, false, "POST", OFFERS, "expect", "100-continue", "content-length", "9");
            FrameWire.Answer unsigned = wire.answer(3);
            assertThat(unsigned.heads()).hasSize(1);
            assertThat(unsigned.body()).isEqualTo("got ");
            wire.request(5, false, "POST", OFFERS, "expect", "100-continue", "signature", "sig1=:AA==:");
            assertThat(wire.fields(wire.frameOf(5))).containsEntry(":status", "100");
            wire.data(5, true, "hello");
            assertThat(wire.answer(5).body()).isEqualTo("got hello");
        }
    }

    @Test
    @DisplayName("B31: an answer before the whole body ends the stream, and the connection lives on")
    void earlyAnswer() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, false, "DELETE", "/anything").data(1, false, "GET / HTTP/1.1");
            assertThat(wire.answer(1).status()).isEqualTo(403);
            FrameWire.Frame reset = wire.frameOf(1);
            assertThat(reset.type()).isEqualTo(FrameWire.RST_STREAM);
            assertThat(reset.number()).as("NO_ERROR").isZero();
            assertThat(wire.request(3, true, "GET", "/catalog").answer(3).body())
                    .isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("PRX-4: 100 requests at once on one connection, each with its own answer; the one too many is refused")
    void manyStreams() throws Exception {
        CountDownLatch all = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), request -> {
                    all.await();
                    return echo(request);
                });
                FrameWire wire = connect(edge)) {
            for (int i = 0; i < 100; i++) {
                wire.request(2 * i + 1, false, "POST", OFFERS).data(2 * i + 1, true, "n" + i);
            }
            wire.request(201, true, "GET", "/offers/off_1");
            assertThat(wire.answer(201).reset()).as("REFUSED_STREAM").isEqualTo(7);
            all.countDown();
            for (int i = 99; i >= 0; i--) {
                assertThat(wire.answer(2 * i + 1).body()).isEqualTo("got n" + i);
            }
        }
    }

    @Test
    @DisplayName("PRX-4: a stream whose client reads slowly holds up neither the others nor the memory")
    void slowReader() throws Exception {
        int size = 50 << 20;
        AtomicLong written = new AtomicLong();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    if (wire.head().startsWith("GET /large")) {
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: " + size);
                        byte[] piece = new byte[64 << 10];
                        for (int sent = 0; sent < size; sent += piece.length) {
                            wire.send(piece);
                            written.addAndGet(piece.length);
                        }
                    } else {
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
                    }
                });
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, true, "GET", "/large");
            assertThat(wire.fields(wire.frameOf(1))).containsEntry(":status", "200");
            int got = 0;
            while (got < 65_535) {
                got += wire.frameOf(1).payload().length;
            }
            await().during(Duration.ofMillis(300)).until(() -> written.get() < 8 << 20);
            wire.window(0, 1 << 20).request(3, true, "GET", "/small");
            assertThat(wire.answer(3).body()).isEqualTo("ok");
            wire.window(1, 1 << 20);
            while (got < size) {
                int length = wire.frameOf(1).payload().length;
                got += length;
                if (length > 0) {
                    wire.window(0, length).window(1, length);
                }
            }
        }
    }

    @Test
    @DisplayName("PRX-4: an upload comes only as fast as the marketplace reads, and others pass it")
    void slowMarketplace() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        AtomicLong arrived = new AtomicLong();
        int size = 4 << 20;
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    String head = wire.head();
                    if (head.startsWith("POST")) {
                        read.await();
                        for (int left = size; left > 0; ) {
                            int got = wire.octets(Math.min(left, 64 << 10)).length();
                            left -= got;
                            arrived.addAndGet(got);
                        }
                    }
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
                });
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, false, "POST", "/uploads", "content-length", String.valueOf(size));
            int window = 65_536;
            int sent = 0;
            String piece = "x".repeat(16 << 10);
            wire.socket().setSoTimeout(500);
            try {
                while (sent < size) {
                    for (; window >= piece.length() && sent < size; window -= piece.length(), sent += piece.length()) {
                        wire.data(1, sent + piece.length() == size, piece);
                    }
                    FrameWire.Frame frame = wire.frameOf(1);
                    window += frame.type() == FrameWire.WINDOW_UPDATE ? frame.number() : 0;
                }
            } catch (SocketTimeoutException noMoreRoom) {
                assertThat(sent).isLessThan(size);
            }
            wire.socket().setSoTimeout(10_000);
            assertThat(wire.request(3, true, "GET", "/small").answer(3).body()).isEqualTo("ok");
            read.countDown();
            while (sent < size) {
                for (; window >= piece.length() && sent < size; window -= piece.length(), sent += piece.length()) {
                    wire.data(1, sent + piece.length() == size, piece);
                }
                if (sent < size) {
                    FrameWire.Frame frame = wire.frameOf(1);
                    window += frame.type() == FrameWire.WINDOW_UPDATE ? frame.number() : 0;
                }
            }
            assertThat(wire.answer(1).body()).isEqualTo("ok");
            assertThat(arrived).hasValue(size);
        }
    }

    @Test
    @DisplayName(
            "PRX-5: a stream that its client resets is cut off at the marketplace, even while nothing of it is read")
    void resetOfRelayed() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch gone = new CountDownLatch(2);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    String head = wire.head();
                    begun.countDown();
                    if (head.startsWith("POST")) {
                        begun.await();
                    }
                    wire.rest();
                    gone.countDown();
                });
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, true, "GET", "/catalog");
            wire.request(3, false, "POST", "/uploads").data(3, false, "x".repeat(16 << 10));
            assertThat(begun.await(10, SECONDS)).isTrue();
            wire.reset(1).reset(3);
            assertThat(gone.await(10, SECONDS)).isTrue();
            await().until(() -> edge.edge().log().lines().size() == 2);
            assertThat(edge.edge().log().lines()).allMatch(line -> line.endsWith("relayed 0 cut off"));
            assertThat(wire.request(5, true, "GET", "/offers/off_1").answer(5).status())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName(
            "IDM-1, PRX-2: a governed call whose stream is reset is carried on; one whose body never came whole is not")
    void resetOfGoverned() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch finished = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), request -> {
                    inside.countDown();
                    go.await();
                    finished.countDown();
                    return echo(request);
                });
                FrameWire wire = connect(edge)) {
            wire.request(1, false, "POST", OFFERS, "content-length", "9")
                    .data(1, false, "hel")
                    .reset(1);
            wire.request(3, false, "POST", OFFERS).data(3, true, "hello");
            assertThat(inside.await(10, SECONDS)).isTrue();
            wire.reset(3);
            assertThat(wire.request(5, true, "GET", "/catalog").answer(5).body())
                    .isEqualTo("ok");
            go.countDown();
            assertThat(finished.await(10, SECONDS)).isTrue();
            await().until(() -> handled.size() == 1);
            assertThat(new String(handled.remove().body(), ISO_8859_1)).isEqualTo("hello");
        }
    }

    @Test
    @DisplayName("PRX-7: a relayed body that goes wrong never becomes a whole request")
    void brokenUpload() throws Exception {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> seen.add(wire.head() + wire.rest()));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, false, "POST", "/uploads").data(1, false, "hello").head(1, true, "content-length", "5");
            assertThat(wire.answer(1).status()).isEqualTo(400);
            wire.request(3, false, "POST", "/uploads", "content-length", "9")
                    .data(3, false, "hello")
                    .data(3, true, "x");
            assertThat(wire.answer(3).status()).isEqualTo(400);
            await().until(() -> seen.size() == 2);
            assertThat(seen).noneMatch(request -> request.contains("\r\n0\r\n") || request.contains("hellox"));
        }
    }

    @Test
    @DisplayName("PRX-5: a body that does not come is 408, an answer that is not taken is cut off, silence is GOAWAY")
    void timeouts() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    if (wire.head().startsWith("GET")) {
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 1000").send("x".repeat(1000));
                    }
                    wire.rest();
                });
                EncryptedEdge edge =
                        new EncryptedEdge(pem, upstream.origin(), this::echo, StreamConnectionTest::quick, true)) {
            try (FrameWire wire = connect(edge)) {
                wire.request(1, false, "POST", OFFERS, "content-length", "9");
                wire.request(3, false, "POST", "/uploads", "content-length", "9");
                assertThat(wire.answer(1).status()).isEqualTo(408);
                assertThat(wire.answer(3).status()).isEqualTo(408);
                assertThat(wire.goAway())
                        .as("NO_ERROR after the time for silence")
                        .isZero();
            }
            try (FrameWire wire = connect(edge, INITIAL_WINDOW_SIZE, 1)) {
                wire.request(1, true, "GET", "/offers/off_1").request(3, true, "GET", "/catalog");
                FrameWire.Answer governed = wire.answer(1);
                assertThat(governed.body()).isEqualTo("g");
                assertThat(governed.reset()).isEqualTo(FrameWire.CANCEL);
                assertThat(wire.answer(3).reset()).isEqualTo(FrameWire.CANCEL);
            }
        }
    }

    @Test
    @DisplayName("PRX-5: draining says GOAWAY; streams in flight are finished, new ones are not begun")
    void drain() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), request -> {
                    inside.countDown();
                    go.await();
                    return echo(request);
                });
                FrameWire idle = connect(edge);
                FrameWire wire = connect(edge)) {
            assertThat(idle.request(1, true, "GET", "/catalog").answer(1).body())
                    .isEqualTo("ok");
            wire.request(1, false, "POST", OFFERS).data(1, true, "hello");
            assertThat(inside.await(10, SECONDS)).isTrue();
            Thread stopping = Thread.ofVirtual().start(() -> stop(edge));
            assertThat(idle.goAway()).isZero();
            assertThat(idle.next()).isNull();
            assertThat(wire.goAway()).isZero();
            wire.request(3, true, "GET", "/catalog");
            go.countDown();
            assertThat(wire.answer(1).body()).isEqualTo("got hello");
            assertThat(wire.next()).isNull();
            stopping.join();
        }
    }

    private static void stop(EncryptedEdge edge) {
        try {
            edge.edge().server().stop(Duration.ofSeconds(10));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("streams beyond the limit of connections are told so, whatever connection they come on")
    void streamLimit() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(answering("ok"));
                EncryptedEdge edge = new EncryptedEdge(
                        pem,
                        upstream.origin(),
                        request -> {
                            go.await();
                            return echo(request);
                        },
                        StreamConnectionTest::quick,
                        true);
                FrameWire one = connect(edge);
                FrameWire two = connect(edge)) {
            for (int i = 0; i < 8; i++) {
                one.request(2 * i + 1, true, "GET", "/offers/off_1");
            }
            for (int i = 1; i < 8; i++) {
                assertThat(one.answer(2 * i + 1).status())
                        .as("one call at once")
                        .isEqualTo(503);
            }
            for (int i = 8; i < 15; i++) {
                one.request(2 * i + 1, false, "POST", OFFERS);
            }
            await().until(() -> two.request(nextStream(), true, "GET", "/catalog")
                            .answer(streams)
                            .status()
                    == 429);
            go.countDown();
        }
    }

    private int streams = -1;

    private int nextStream() {
        streams += 2;
        return streams;
    }

    @Test
    @DisplayName("PRX-5: the JDK's client over HTTP/2: many calls at once, a large answer read slowly")
    void jdkClient() throws Exception {
        byte[] large = new byte[8 << 20];
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    while (!wire.head().isEmpty()) {
                        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: " + large.length)
                                .send(large);
                    }
                });
                EncryptedEdge edge =
                        new EncryptedEdge(pem, upstream.origin(), this::echo, StreamConnectionTest::anyHost, true);
                HttpClient http = HttpClient.newBuilder().sslContext(client).build()) {
            String base = "https://localhost:" + edge.address().getPort();
            var answer = http.send(request(base + "/large").build(), BodyHandlers.ofInputStream());
            List<Future<HttpResponse<String>>> calls = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                calls.add(http.sendAsync(
                        request(base + OFFERS)
                                .POST(HttpRequest.BodyPublishers.ofString("n" + i))
                                .build(),
                        BodyHandlers.ofString()));
            }
            for (int i = 0; i < 50; i++) {
                assertThat(calls.get(i).get().body()).isEqualTo("got n" + i);
                assertThat(calls.get(i).get().version()).isEqualTo(HttpClient.Version.HTTP_2);
            }
            try (InputStream body = answer.body()) {
                assertThat(body.readAllBytes()).hasSize(large.length);
            }
            assertThat(answer.version()).isEqualTo(HttpClient.Version.HTTP_2);
        }
    }

    private static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(20));
    }

    private static EdgeSettings anyHost(EdgeSettings from) {
        return new EdgeSettings(
                from.bind(),
                from.scheme(),
                new HostRule.AnyWellFormed(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                from.maxGovernedBodyBytes(),
                from.headTimeout(),
                from.bodyTimeout(),
                from.idleTimeout(),
                from.maxConnections(),
                from.maxConcurrentCalls(),
                null);
    }

    @Test
    @DisplayName("PRX-4: an event reaches an HTTP/2 client before the next one exists")
    void serverSentEvents() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> events(wire, seen));
                EncryptedEdge edge = new EncryptedEdge(pem, upstream.origin(), this::echo);
                FrameWire wire = connect(edge)) {
            wire.request(1, true, "GET", "/events");
            assertThat(wire.fields(wire.frameOf(1))).containsEntry("content-type", "text/event-stream");
            assertThat(new String(wire.frameOf(1).payload(), ISO_8859_1)).isEqualTo("data: 1\n\n");
            seen.countDown();
            assertThat(wire.answer(1).body()).isEqualTo("data: 2\n\n");
        }
    }

    private static void events(Wire wire, CountDownLatch seen) throws Exception {
        wire.head();
        wire.sendHead("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked");
        wire.send("9\r\ndata: 1\n\n\r\n");
        seen.await();
        wire.send("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
    }
}
