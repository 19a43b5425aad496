package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("PRX-7: an HTTP/2 client that asks for too much is told ENHANCE_YOUR_CALM and cut off")
class StreamFloodTest {

    private static final int HEADER_TABLE_SIZE = 1;
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final AtomicInteger REACHED = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static RecordingUpstream upstream;
    private static EncryptedEdge edge;
    private static SSLContext client;

    @BeforeAll
    static void start() throws Exception {
        upstream = new RecordingUpstream(wire -> {
            while (!wire.head().isEmpty()) {
                REACHED.incrementAndGet();
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
            }
        });
        PemFiles pem = PemFiles.ec(folder);
        client = PemFiles.trusting(pem);
        edge = new EncryptedEdge(
                pem, upstream.origin(), request -> PlainReplies.text(200, "ok"), StreamFloodTest::shortHeads, true);
    }

    private static EdgeSettings shortHeads(EdgeSettings from) {
        return new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                from.maxGovernedBodyBytes(),
                Duration.ofMillis(500),
                from.bodyTimeout(),
                from.idleTimeout(),
                from.maxConnections(),
                from.maxConcurrentCalls(),
                null);
    }

    @AfterAll
    static void stop() throws Exception {
        edge.close();
        upstream.close();
    }

    private interface Flood {
        byte[] frames(int turn);
    }

    /** Sends so many turns at once, and then reads: more would be lost when the server closes. */
    private static void calmed(int turns, Flood flood) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int turn = 0; turn < turns; turn++) {
            all.writeBytes(flood.frames(turn));
        }
        try (FrameWire wire = new FrameWire(edge.address(), client).deaf()) {
            assertThat(wire.send(all.toByteArray()).goAway()).isEqualTo(FrameWire.ENHANCE_YOUR_CALM);
        }
    }

    private static byte[] request(int stream, boolean ends, String path) {
        byte[] block =
                FrameWire.block(":method", "GET", ":scheme", "https", ":authority", "shop.example", ":path", path);
        return FrameWire.octets(
                FrameWire.HEADERS, FrameWire.END_HEADERS | (ends ? FrameWire.END_STREAM : 0), stream, block);
    }

    private static byte[] both(byte[] one, byte[] other) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(one);
        all.writeBytes(other);
        return all.toByteArray();
    }

    @Test
    @DisplayName("CVE-2023-44487: rapid reset")
    void rapidReset() throws Exception {
        int before = REACHED.get();
        calmed(
                205,
                turn -> both(
                        request(2 * turn + 1, true, "/catalog"),
                        FrameWire.octets(FrameWire.RST_STREAM, 0, 2 * turn + 1, new byte[] {0, 0, 0, 8})));
        assertThat(REACHED.get() - before).isLessThanOrEqualTo(201);
    }

    @Test
    @DisplayName("CVE-2025-8671: resets that the client makes the server say")
    void provokedResets() throws Exception {
        calmed(
                205,
                turn -> both(
                        request(2 * turn + 1, false, "/catalog"),
                        FrameWire.octets(FrameWire.WINDOW_UPDATE, 0, 2 * turn + 1, new byte[] {0, 0, 0, 0})));
    }

    @Test
    @DisplayName("CVE-2024-27316: a head in endless CONTINUATION frames, small or large")
    void continuations() throws Exception {
        byte[] small = FrameWire.block("x-a", "1");
        calmed(
                20,
                turn -> turn == 0
                        ? FrameWire.octets(FrameWire.HEADERS, 0, 1, small)
                        : FrameWire.octets(FrameWire.CONTINUATION, 0, 1, small));
        byte[] large = new byte[16 << 10];
        Arrays.fill(large, (byte) 0x82);
        try (FrameWire wire = new FrameWire(edge.address(), client)) {
            wire.frame(FrameWire.HEADERS, FrameWire.END_STREAM, 1, large);
            for (int i = 0; i < 100; i++) {
                wire.frame(FrameWire.CONTINUATION, 0, 1, large);
            }
            assertThat(wire.goAway()).isPositive();
        } catch (SocketException | SSLException cutOff) {
            return; // before all was said; a server that waits for more ends in a SocketTimeoutException instead
        }
    }

    @Test
    @DisplayName("a head that never ends is given up after its time")
    void slowHead() throws Exception {
        try (FrameWire wire = new FrameWire(edge.address(), client).deaf()) {
            wire.frame(FrameWire.HEADERS, 0, 1, FrameWire.block(":method", "GET"));
            assertThat(wire.goAway()).isEqualTo(FrameWire.ENHANCE_YOUR_CALM);
        }
        try (FrameWire wire = new FrameWire(edge.address(), client).deaf()) {
            wire.send(Arrays.copyOf(request(1, true, "/catalog"), 20));
            assertThat(wire.goAway()).isEqualTo(FrameWire.ENHANCE_YOUR_CALM);
        }
    }

    @Test
    @DisplayName("CVE-2019-9512, CVE-2019-9515: PING and SETTINGS without end, their answers unread")
    void controlFrames() throws Exception {
        calmed(1_005, turn -> FrameWire.octets(FrameWire.PING, 0, 0, new byte[8]));
        calmed(1_005, turn -> FrameWire.octets(FrameWire.SETTINGS, 0, 0, new byte[0]));
        calmed(1_005, turn -> FrameWire.octets(0x2, 0, 2 * turn + 1, new byte[] {0, 0, 0, 0, 16}));
        calmed(1_005, turn -> FrameWire.octets(0xbe, 0, 0, new byte[0]));
    }

    @Test
    @DisplayName("CVE-2019-9518: empty DATA frames without end")
    void emptyData() throws Exception {
        byte[] head = FrameWire.octets(
                FrameWire.HEADERS,
                FrameWire.END_HEADERS,
                1,
                FrameWire.block(
                        ":method", "POST", ":scheme", "https", ":authority", "shop.example", ":path", "/uploads"));
        calmed(1_005, turn -> turn == 0 ? head : FrameWire.octets(FrameWire.DATA, 0, 1, new byte[0]));
    }

    @Test
    @DisplayName("tiny DATA frames without end")
    void tinyData() throws Exception {
        byte[] head = FrameWire.octets(
                FrameWire.HEADERS,
                FrameWire.END_HEADERS,
                1,
                FrameWire.block(
                        ":method", "POST", ":scheme", "https", ":authority", "shop.example", ":path", "/uploads"));
        calmed(10_005, turn -> turn == 0 ? head : FrameWire.octets(FrameWire.DATA, 0, 1, new byte[] {1}));
    }

    @Test
    @DisplayName("WINDOW_UPDATE without end, for the connection or for a stream, beyond what was sent to the client")
    void windowUpdates() throws Exception {
        byte[] one = {0, 0, 0, 1};
        calmed(2_000, turn -> FrameWire.octets(FrameWire.WINDOW_UPDATE, 0, 0, one));
        byte[] call = request(1, false, "/offers/off_1");
        calmed(2_000, turn -> turn == 0 ? call : FrameWire.octets(FrameWire.WINDOW_UPDATE, 0, 1, one));
    }

    @Test
    @DisplayName("WINDOW_UPDATE for all that comes, twice for each frame, is what a client may do")
    void honestWindowUpdates() throws Exception {
        String answer = "a".repeat(4 << 20);
        PemFiles pem = PemFiles.ec(folder);
        try (EncryptedEdge large =
                        new EncryptedEdge(pem, upstream.origin(), request -> PlainReplies.text(200, answer));
                FrameWire wire = new FrameWire(large.address(), PemFiles.trusting(pem))) {
            for (int stream = 1; stream < 20; stream += 2) {
                wire.request(stream, true, "GET", "/offers/off_1");
                int left = answer.length();
                while (left > 0) {
                    FrameWire.Frame frame = wire.frameOf(stream);
                    int size = frame.type() == FrameWire.DATA ? frame.payload().length : 0;
                    left -= size;
                    for (int part = 0; part < size; part += 4 << 10) {
                        int more = Math.min(4 << 10, size - part);
                        wire.window(0, more);
                        if (!frame.ends()) {
                            wire.window(stream, more);
                        }
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("an HPACK bomb is refused by what it unpacks to, and unpacks to nothing that is kept")
    void hpackBomb() throws Exception {
        ByteArrayOutputStream bomb = new ByteArrayOutputStream();
        bomb.writeBytes(new byte[] {0x40, 1, 'x', 0x7f, (byte) 0xa1, 0x1e}); // "x", to be indexed, 4,000 octets
        bomb.writeBytes("a".repeat(4000).getBytes(ISO_8859_1));
        for (int i = 0; i < 10_000; i++) {
            bomb.write(0xbe); // the dynamic table's newest
        }
        try (FrameWire wire = new FrameWire(edge.address(), client)) {
            wire.frame(FrameWire.HEADERS, FrameWire.END_HEADERS | FrameWire.END_STREAM, 1, bomb.toByteArray());
            assertThat(wire.answer(1).status()).isEqualTo(431);
            assertThat(wire.request(3, true, "GET", "/catalog").answer(3).status())
                    .isEqualTo(200);
        }
    }

    @Test
    @DisplayName("a client that offers an endless table gets no entry put into it")
    void ownTable() throws Exception {
        try (FrameWire wire = new FrameWire(edge.address(), client, HEADER_TABLE_SIZE, Integer.MAX_VALUE)) {
            for (int i = 0; i < 3; i++) {
                wire.request(2 * i + 1, true, "GET", "/offers/off_1");
                byte[] block = wire.frameOf(2 * i + 1).payload();
                FrameWire.Frame body = wire.frameOf(2 * i + 1);
                assertThat(body.ends()).isTrue();
                assertThat(block.length).as("nothing was indexed before").isGreaterThan(20);
            }
        }
    }

    @Test
    @DisplayName("CVE-2019-9517: answers that a client has no window for wait within bounds, and others are served")
    void noWindow() throws Exception {
        try (FrameWire closed = new FrameWire(edge.address(), client, INITIAL_WINDOW_SIZE, 0);
                FrameWire open = new FrameWire(edge.address(), client)) {
            for (int i = 0; i < 100; i++) {
                closed.request(2 * i + 1, true, "GET", "/offers/off_1");
            }
            closed.request(201, true, "GET", "/offers/off_1");
            assertThat(closed.answer(201).reset()).as("REFUSED_STREAM").isEqualTo(7);
            await().untilAsserted(() -> assertThat(open.request(1, true, "GET", "/offers/off_1")
                            .answer(1)
                            .body())
                    .isEqualTo("ok"));
        }
    }
}
