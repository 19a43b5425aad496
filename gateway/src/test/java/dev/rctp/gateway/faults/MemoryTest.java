package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a gateway process of 256 MiB of heap needs for what arrives; clients and marketplace are in this process, not in that one. */
@Tag("long")
class MemoryTest {

    private static final long GIBI = 1L << 30;
    private static final long MOST = 64L << 20;
    private static final int IDLE = 10_000;
    private static final int PIECE = LargeMarketplace.PIECE;

    @TempDir
    Path state;

    private static void before(LargeMarketplace marketplace, ObjectNode config) {
        config.withObject("/upstream").put("base_url", "http://127.0.0.1:" + marketplace.port());
        config.withObject("/ungoverned").putArray("writes").add("POST /uploads");
        config.withObject("/limits").put("connections", IDLE + 100);
        config.withObject("/listen")
                .put("scheme", "https")
                .withArray("/public_authorities")
                .add("shop.example");
    }

    private static InetSocketAddress address(ObjectNode config) {
        String listen = config.path("listen").path("address").asString();
        return new InetSocketAddress(
                InetAddress.getLoopbackAddress(), Integer.parseInt(listen.substring(listen.indexOf(':') + 1)));
    }

    @Test
    @DisplayName(
            "PRX-4, PRX-5: a gibibyte each way with a slow reader, 10,000 idle connections and floods take less than 64 MiB each")
    void bounded() throws Exception {
        MemoryFigures figures = new MemoryFigures(Path.of("target", "memory-figures.md"));
        try (Surroundings around = Surroundings.in(state, 26_400);
                LargeMarketplace marketplace = new LargeMarketplace()) {
            plain(around, marketplace, figures);
            encrypted(around, marketplace, figures);
        }
    }

    @Test
    @DisplayName("DEC-5: 1,000 half bodies of governed calls take what limits.concurrency whole ones may, not more")
    void halfBodies() throws Exception {
        MemoryFigures figures = new MemoryFigures(Path.of("target", "memory-figures-bodies.md"));
        InetSocketAddress[] server = new InetSocketAddress[1];
        try (Surroundings around = Surroundings.in(state, 26_500);
                LargeMarketplace marketplace = new LargeMarketplace();
                GatewayProcess process = around.serve("bodies", ProcessMemory.FIXED_HEAP, config -> {
                    before(marketplace, config);
                    config.withObject("/limits").put("concurrency", 64);
                    server[0] = address(config);
                });
                ProcessMemory memory = ProcessMemory.of(process)) {
            served(server[0]);
            long growth = figures.growth(memory, "1,000 half bodies", look -> {
                List<SocketChannel> crowd = new ArrayList<>();
                try {
                    open(server[0], 1_000, crowd);
                    sayHalf(crowd);
                    await().atMost(Duration.ofSeconds(20)).until(() -> listenedTo(crowd) < 200);
                    assertThat(listenedTo(crowd)).isPositive();
                    look.now();
                    served(server[0]);
                } finally {
                    for (SocketChannel each : crowd) {
                        each.close();
                    }
                }
            });
            assertThat(growth).isLessThan(MOST);
        }
    }

    /** Sends most of the largest body on each. */
    private static void sayHalf(List<SocketChannel> crowd) throws IOException {
        byte[] head = "POST /listings/l1/offers HTTP/1.1\r\nHost: shop.example\r\nContent-Length: 262144\r\n\r\n"
                .getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer octets = ByteBuffer.allocate(200 << 10).put(head).clear();
        for (SocketChannel each : crowd) {
            try {
                each.write(octets.rewind());
                each.configureBlocking(false);
            } catch (IOException cutOff) {
                each.close();
            }
        }
    }

    /** How many are not told that there is no room. */
    private static long listenedTo(List<SocketChannel> crowd) {
        return crowd.stream().filter(each -> !isAnswered(each)).count();
    }

    private static boolean isAnswered(SocketChannel wire) {
        try {
            return wire.read(ByteBuffer.allocate(1)) != 0;
        } catch (IOException cutOff) {
            return true;
        }
    }

    private void plain(Surroundings around, LargeMarketplace marketplace, MemoryFigures figures) throws Exception {
        InetSocketAddress[] server = new InetSocketAddress[1];
        try (GatewayProcess process = around.serve("plain", ProcessMemory.FIXED_HEAP, config -> {
                    before(marketplace, config);
                    server[0] = address(config);
                });
                ProcessMemory memory = ProcessMemory.of(process)) {
            assertThat(figures.growth(memory, "HTTP/1.1, the first 64 MiB each way", look -> {
                        download(server[0], marketplace, GIBI / 16, look);
                        upload(server[0], marketplace, GIBI / 16, look);
                    }))
                    .isLessThan(MOST);
            assertThat(figures.growth(
                            memory,
                            "HTTP/1.1, 1 GiB down, a slow reader",
                            look -> download(server[0], marketplace, GIBI, look)))
                    .isLessThan(MOST);
            assertThat(figures.growth(
                            memory,
                            "HTTP/1.1, 1 GiB up, a slow marketplace",
                            look -> upload(server[0], marketplace, GIBI, look)))
                    .isLessThan(MOST);
            crowds(server[0], memory, figures);
        }
    }

    private static void served(InetSocketAddress server) throws IOException {
        try (Wire wire = new Wire(server)) {
            wire.sendHead("GET /small HTTP/1.1", "Host: shop.example");
            assertThat(wire.head()).startsWith("HTTP/1.1 200");
        }
    }

    private static void download(
            InetSocketAddress server, LargeMarketplace marketplace, long size, MemoryFigures.Look look)
            throws IOException {
        long sentBefore = marketplace.sent();
        try (Wire wire = new Wire(server)) {
            wire.sendHead("GET /large/" + size + " HTTP/1.1", "Host: shop.example");
            assertThat(wire.head()).startsWith("HTTP/1.1 200");
            stalled(marketplace, sentBefore);
            look.now();
            InputStream in = wire.input();
            byte[] piece = new byte[PIECE];
            for (long got = 0; got < size; got += PIECE) {
                assertThat(in.readNBytes(piece, 0, PIECE)).isEqualTo(PIECE);
                if (got % (size / 4) == 0) {
                    look.now();
                }
            }
        }
    }

    /** The marketplace can send no more, and what it could was little. */
    private static void stalled(LargeMarketplace marketplace, long before) {
        AtomicLong last = new AtomicLong(-1);
        await().during(Duration.ofSeconds(1))
                .until(() -> last.getAndSet(marketplace.sent()) == marketplace.sent() || last.get() >= 0);
        assertThat(marketplace.sent() - before).isLessThan(32 << 20);
    }

    private static void upload(
            InetSocketAddress server, LargeMarketplace marketplace, long size, MemoryFigures.Look look)
            throws Exception {
        long before = marketplace.received();
        try (Wire wire = new Wire(server)) {
            wire.sendHead("POST /uploads HTTP/1.1", "Host: shop.example", "Content-Length: " + size);
            Thread sending = Thread.ofVirtual().start(() -> {
                byte[] piece = new byte[PIECE];
                try {
                    for (long sent = 0; sent < size; sent += PIECE) {
                        wire.send(piece);
                    }
                } catch (IOException cutOff) {
                    throw new java.io.UncheckedIOException(cutOff);
                }
            });
            slowly(marketplace, before, size, look);
            sending.join();
            assertThat(wire.head()).startsWith("HTTP/1.1 200");
        }
    }

    /** Lets the marketplace read in four steps, the first after a while. */
    private static void slowly(LargeMarketplace marketplace, long before, long size, MemoryFigures.Look look)
            throws IOException {
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        look.now();
        for (int step = 1; step <= 4; step++) {
            marketplace.read(size / 4);
            long due = before + size / 4 * step;
            await().atMost(Duration.ofMinutes(2)).until(() -> marketplace.received() == due);
            look.now();
        }
    }

    private static void crowds(InetSocketAddress server, ProcessMemory memory, MemoryFigures figures) throws Exception {
        List<SocketChannel> crowd = new ArrayList<>();
        try {
            long idle = figures.growth(memory, "10,000 idle connections", look -> {
                open(server, IDLE, crowd);
                served(server);
            });
            assertThat(idle).isLessThan(MOST);
            long slow = figures.growth(memory, "of these, 10,000 with half a head of 300 octets", look -> {
                say(crowd, "GET / HTTP/1.1\r\nHost: shop.example\r\nX: " + "a".repeat(256));
                served(server);
            });
            assertThat(slow).isLessThan(MOST);
        } finally {
            for (SocketChannel each : crowd) {
                each.close();
            }
        }
        crowd.clear();
        long flood = figures.growth(memory, "1,000 heads of a megabyte each", look -> {
            for (int turn = 0; turn < 10; turn++) {
                assertThat(flood(server, 100)).as("answers").isPositive();
                look.now();
            }
            served(server);
        });
        assertThat(flood).isLessThan(MOST);
    }

    private static void open(InetSocketAddress server, int many, List<SocketChannel> crowd) throws IOException {
        for (int i = 0; i < many; i++) {
            SocketChannel channel = SocketChannel.open();
            crowd.add(channel);
            channel.bind(new InetSocketAddress(InetAddress.getByName("127.0.0." + (2 + i % 50)), 0));
            channel.connect(server);
        }
    }

    private static void say(List<SocketChannel> crowd, String octets) throws IOException {
        for (SocketChannel each : crowd) {
            each.write(ByteBuffer.wrap(octets.getBytes(StandardCharsets.ISO_8859_1)));
        }
    }

    /** How many of so many endless heads were answered, which has to be with 431; the gateway may be faster and cut the others off. */
    private static int flood(InetSocketAddress server, int many) throws IOException {
        int answered = 0;
        byte[] head = ("GET / HTTP/1.1\r\nHost: shop.example\r\n" + "x-a: 0123456789\r\n".repeat(60_000))
                .getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < many; i++) {
            try (Wire wire = new Wire(server)) {
                wire.send(head);
                assertThat(wire.head()).startsWith("HTTP/1.1 431");
                answered++;
            } catch (SocketException cutOff) {
                // while the head was being sent
            }
        }
        return answered;
    }

    private void encrypted(Surroundings around, LargeMarketplace marketplace, MemoryFigures figures) throws Exception {
        PemFiles pem = PemFiles.ec(state);
        SSLContext client = PemFiles.trusting(pem);
        InetSocketAddress[] server = new InetSocketAddress[1];
        try (GatewayProcess process = around.serve("encrypted", ProcessMemory.FIXED_HEAP, config -> {
                    before(marketplace, config);
                    config.withObject("/listen")
                            .putObject("tls")
                            .put("certificate", pem.certificate().toString())
                            .put("key", pem.key().toString());
                    server[0] = address(config);
                });
                ProcessMemory memory = ProcessMemory.of(process)) {
            Streams streams = new Streams(server[0], client, marketplace);
            assertThat(figures.growth(memory, "HTTP/2, the first 64 MiB each way", look -> {
                        streams.download(GIBI / 16, look);
                        streams.upload(GIBI / 16, look);
                    }))
                    .isLessThan(MOST);
            assertThat(figures.growth(
                            memory, "HTTP/2, 1 GiB down, a slow reader", look -> streams.download(GIBI, look)))
                    .isLessThan(MOST);
            assertThat(figures.growth(
                            memory, "HTTP/2, 1 GiB up, a slow marketplace", look -> streams.upload(GIBI, look)))
                    .isLessThan(MOST);
            for (Map.Entry<String, byte[]> flood : floods().entrySet()) {
                long growth = figures.growth(memory, "100 times " + flood.getKey(), look -> {
                    for (int turn = 0; turn < 100; turn++) {
                        streams.flood(flood.getValue());
                        if (turn % 25 == 0) {
                            look.now();
                            streams.served();
                        }
                    }
                });
                assertThat(growth).as(flood.getKey()).isLessThan(MOST);
            }
        }
    }

    private static Map<String, byte[]> floods() {
        Map<String, byte[]> floods = new TreeMap<>();
        floods.put(
                "rapid reset",
                repeated(
                        1_000,
                        turn -> both(
                                request(2 * turn + 1, FrameWire.END_HEADERS | FrameWire.END_STREAM),
                                FrameWire.octets(FrameWire.RST_STREAM, 0, 2 * turn + 1, new byte[] {0, 0, 0, 8}))));
        floods.put(
                "CONTINUATION without end",
                both(
                        request(1, 0),
                        repeated(
                                400,
                                turn -> FrameWire.octets(
                                        FrameWire.CONTINUATION, 0, 1, FrameWire.block("x-a", "a".repeat(8_000))))));
        floods.put("PING without end", repeated(20_000, turn -> FrameWire.octets(FrameWire.PING, 0, 0, new byte[8])));
        floods.put(
                "SETTINGS without end",
                repeated(20_000, turn -> FrameWire.octets(FrameWire.SETTINGS, 0, 0, new byte[0])));
        floods.put(
                "WINDOW_UPDATE without end",
                repeated(20_000, turn -> FrameWire.octets(FrameWire.WINDOW_UPDATE, 0, 0, new byte[] {0, 0, 0, 1})));
        floods.put(
                "empty DATA without end",
                both(
                        request(1, FrameWire.END_HEADERS),
                        repeated(20_000, turn -> FrameWire.octets(FrameWire.DATA, 0, 1, new byte[0]))));
        return floods;
    }

    private interface Frames {
        byte[] of(int turn);
    }

    private static byte[] repeated(int times, Frames frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int turn = 0; turn < times; turn++) {
            all.writeBytes(frames.of(turn));
        }
        return all.toByteArray();
    }

    private static byte[] both(byte[] one, byte[] other) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(one);
        all.writeBytes(other);
        return all.toByteArray();
    }

    private static byte[] request(int stream, int flags) {
        byte[] block =
                FrameWire.block(":method", "GET", ":scheme", "https", ":authority", "shop.example", ":path", "/small");
        return FrameWire.octets(FrameWire.HEADERS, flags, stream, block);
    }

    /** What HTTP/2 clients do to a gateway. */
    private record Streams(InetSocketAddress server, SSLContext tls, LargeMarketplace marketplace) {

        void served() throws Exception {
            try (FrameWire wire = new FrameWire(server, tls)) {
                assertThat(wire.request(1, true, "GET", "/small").answer(1).status())
                        .isEqualTo(200);
            }
        }

        void flood(byte[] frames) throws IOException {
            try (FrameWire wire = new FrameWire(server, tls).deaf()) {
                wire.send(frames).goAway();
            } catch (SocketException | javax.net.ssl.SSLException cutOff) {
                return; // before all was said; a gateway that waits for more ends in a SocketTimeoutException instead
            }
        }

        void download(long size, MemoryFigures.Look look) throws Exception {
            long before = marketplace.sent();
            try (FrameWire wire = new FrameWire(server, tls)) {
                wire.request(1, true, "GET", "/large/" + size);
                assertThat(wire.fields(wire.frameOf(1))).containsEntry(":status", "200");
                stalled(marketplace, before);
                look.now();
                long looked = 0;
                for (long got = 0; got < size; ) {
                    int length = wire.frameOf(1).payload().length;
                    got += length;
                    if (length > 0) {
                        wire.window(0, length).window(1, length);
                    }
                    if (got - looked > size / 4) {
                        looked = got;
                        look.now();
                    }
                }
            }
        }

        void upload(long size, MemoryFigures.Look look) throws Exception {
            long before = marketplace.received();
            try (FrameWire wire = new FrameWire(server, tls)) {
                wire.request(1, false, "POST", "/uploads", "content-length", Long.toString(size));
                Thread sending = Thread.ofVirtual().start(() -> send(wire, size));
                slowly(marketplace, before, size, look);
                sending.join();
                assertThat(wire.answer(1).status()).isEqualTo(200);
            }
        }

        private static void send(FrameWire wire, long size) {
            String piece = "x".repeat(16 << 10);
            long stream = 65_535;
            long connection = 65_535;
            try {
                for (long sent = 0; sent < size; ) {
                    if (stream >= piece.length() && connection >= piece.length()) {
                        sent += piece.length();
                        stream -= piece.length();
                        connection -= piece.length();
                        wire.data(1, sent == size, piece);
                        continue;
                    }
                    FrameWire.Frame frame = wire.next();
                    if (frame == null) {
                        throw new IOException("cut off");
                    }
                    if (frame.type() == FrameWire.WINDOW_UPDATE) {
                        stream += frame.stream() == 1 ? frame.number() : 0;
                        connection += frame.stream() == 0 ? frame.number() : 0;
                    } else if (frame.type() == FrameWire.SETTINGS && frame.payload().length > 0) {
                        stream += (64 << 10) - 65_535;
                    }
                }
            } catch (IOException cutOff) {
                throw new java.io.UncheckedIOException(cutOff);
            }
        }
    }
}
