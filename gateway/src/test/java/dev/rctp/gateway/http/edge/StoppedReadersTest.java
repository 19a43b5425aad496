package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("PRX-4, PRX-5: whoever stops reading keeps neither a connection nor a place for ever")
class StoppedReadersTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LATE = Duration.ofMinutes(1);
    private static final Duration ENOUGH = Duration.ofSeconds(9);
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int HIGH_WATER_MARK = 64 << 10;
    private static final String LARGE = "a".repeat(16 << 20);

    @TempDir
    private static Path folder;

    private static PemFiles pem;
    private static SSLContext client;

    @BeforeAll
    static void certificate() throws Exception {
        pem = PemFiles.ec(folder);
        client = PemFiles.trusting(pem);
    }

    private static UnaryOperator<EdgeSettings> times(Duration body, Duration idle) {
        return from -> new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                from.maxGovernedBodyBytes(),
                from.headTimeout(),
                body,
                idle,
                from.maxConnections(),
                from.maxConcurrentCalls(),
                from.tls());
    }

    private static UnaryOperator<RelaySettings> pauses(Duration betweenBytes) {
        OutboundTimeouts usual = OutboundTimeouts.defaults();
        return from -> new RelaySettings(
                from.upstream(),
                false,
                OutboundSettings.of(
                        new OutboundTimeouts(
                                usual.turn(),
                                usual.name(),
                                usual.connect(),
                                usual.tls(),
                                usual.write(),
                                usual.firstByte(),
                                betweenBytes,
                                usual.idle()),
                        4));
    }

    private static EncryptedEdge answeringMuch(Duration idle) throws IOException {
        return new EncryptedEdge(
                pem, NOWHERE, request -> PlainReplies.text(200, LARGE), times(Duration.ofSeconds(30), idle), true);
    }

    /** A client that has been given more than the sockets hold, and reads none of it. */
    private static FrameWire full(EncryptedEdge edge) throws Exception {
        FrameWire wire = new FrameWire(edge.address(), client, INITIAL_WINDOW_SIZE, Integer.MAX_VALUE).deaf();
        wire.window(0, 1 << 30).request(1, true, "GET", "/offers/off_1");
        assertThat(wire.fields(wire.frameOf(1))).containsEntry(":status", "200");
        return wire;
    }

    private static void closes(TestEdge edge) {
        await().atMost(ENOUGH).until(() -> edge.server().openConnections() == 0);
    }

    @Test
    @DisplayName("HTTP/2: a connection without a stream is cut off after its time")
    void idle() throws Exception {
        try (EncryptedEdge edge = answeringMuch(SOON);
                FrameWire unread = full(edge)) {
            closes(edge.edge());
            assertThat(unread.socket().isClosed()).isFalse();
        }
    }

    @Test
    @DisplayName("HTTP/2: one that asks for too much is cut off though it takes no GOAWAY")
    void calmed() throws Exception {
        try (EncryptedEdge edge = answeringMuch(LATE);
                FrameWire unread = full(edge)) {
            for (int i = 0; i < 1_005; i++) {
                unread.frame(FrameWire.PING, 0, 0, new byte[8]);
            }
            closes(edge.edge());
        }
    }

    @Test
    @DisplayName("HTTP/2: one that breaks the protocol is cut off though it takes no GOAWAY")
    void broken() throws Exception {
        try (EncryptedEdge edge = answeringMuch(LATE);
                FrameWire unread = full(edge)) {
            unread.data(0, false, "data belongs to streams");
            closes(edge.edge());
        }
    }

    private static Wire upgraded(TestEdge edge) throws IOException {
        Wire wire = edge.connect();
        wire.sendHead("GET /socket HTTP/1.1", "Host: shop.example", "Connection: Upgrade", "Upgrade: websocket");
        assertThat(wire.head()).startsWith("HTTP/1.1 101");
        return wire;
    }

    private static void upgrade(Wire wire) throws IOException {
        wire.head();
        wire.sendHead("HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: upgrade");
    }

    /** Sends until nothing more is taken. */
    private static void fill(Wire wire) {
        AtomicLong sent = new AtomicLong();
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    wire.send(new byte[16 << 10]);
                    sent.addAndGet(16 << 10);
                }
            } catch (IOException closed) {
                sent.set(-1);
            }
        });
        AtomicLong seen = new AtomicLong();
        await().during(SOON).until(() -> seen.getAndSet(sent.get()) == sent.get());
    }

    @Test
    @DisplayName("WebSocket: the client, when the marketplace has closed")
    void deafClient() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    upgrade(wire);
                    fill(wire);
                    wire.socket().setSoLinger(true, 0);
                });
                TestEdge edge = new TestEdge(upstream.origin(), request -> PlainReplies.text(200, ""));
                Wire unread = upgraded(edge)) {
            closes(edge);
            assertThat(unread.socket().isClosed()).isFalse();
            await().atMost(ENOUGH).until(() -> edge.relay().inUse() == 0);
        }
    }

    @Test
    @DisplayName("WebSocket: the marketplace, when the client has been silent for too long")
    void deafMarketplace() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    upgrade(wire);
                    over.await();
                });
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        request -> PlainReplies.text(200, ""),
                        same -> same,
                        pauses(Duration.ofSeconds(1)));
                Wire wire = upgraded(edge)) {
            fill(wire);
            await().atMost(ENOUGH).until(() -> edge.relay().inUse() == 0);
            over.countDown();
        }
    }

    /** One answer that is not whole, as much as makes its client's stream full, and then silence. */
    private static RecordingUpstream halfAnswering(CountDownLatch over) throws IOException {
        return new RecordingUpstream(wire -> {
            wire.head();
            wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 1000000").send("a".repeat(HIGH_WATER_MARK + 100));
            over.await();
        });
    }

    /** Reads on after a while in which nothing was taken; how much came until the stream was reset. */
    private static int readOn(FrameWire wire) throws Exception {
        assertThat(wire.fields(wire.frameOf(1))).containsEntry(":status", "200");
        await().during(SOON.multipliedBy(2)).until(() -> true);
        wire.window(0, 1 << 20).window(1, 1 << 20);
        int got = 0;
        while (true) {
            FrameWire.Frame frame = wire.frameOf(1);
            if (frame.type() == FrameWire.RST_STREAM) {
                return got;
            }
            got += frame.type() == FrameWire.DATA ? frame.payload().length : 0;
        }
    }

    @Test
    @DisplayName("a marketplace that is silent after its client has read on is cut off after between_bytes_timeout")
    void silentAfterStall() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RecordingUpstream upstream = halfAnswering(over);
                EncryptedEdge edge = new EncryptedEdge(
                        pem,
                        upstream.origin(),
                        request -> PlainReplies.text(200, ""),
                        times(Duration.ofSeconds(30), LATE),
                        pauses(SOON));
                FrameWire wire = new FrameWire(edge.address(), client, INITIAL_WINDOW_SIZE, 0)) {
            wire.request(1, true, "GET", "/half");
            assertThat(readOn(wire)).isEqualTo(HIGH_WATER_MARK + 100);
            over.countDown();
        }
    }

    @Test
    @DisplayName("a client that has read on but never sends its body is cut off after its time")
    void bodyAfterStall() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RecordingUpstream upstream = halfAnswering(over);
                EncryptedEdge edge = new EncryptedEdge(
                        pem,
                        upstream.origin(),
                        request -> PlainReplies.text(200, ""),
                        times(SOON, LATE),
                        pauses(LATE));
                FrameWire wire = new FrameWire(edge.address(), client, INITIAL_WINDOW_SIZE, 0)) {
            wire.request(1, false, "POST", "/uploads", "content-length", "9");
            assertThat(readOn(wire)).isEqualTo(HIGH_WATER_MARK + 100);
            over.countDown();
        }
    }
}
