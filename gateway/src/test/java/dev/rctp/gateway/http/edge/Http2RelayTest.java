package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.ClientTls;
import dev.rctp.gateway.http.outbound.Http2Upstream;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.outbound.TestAuthority;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PRX-4, PRX-5: ungoverned traffic of HTTP/1.1 clients to a marketplace that speaks HTTP/2. */
class Http2RelayTest {

    private static final String HOST = "Host: shop.example";
    private static final int BLOCK = 64 << 10;
    private static final long SIZE = 64L << 20;
    private static final long BUFFERED_AT_MOST = 12L << 20;

    @TempDir
    Path folder;

    private TestAuthority authority;

    @BeforeEach
    void start() throws Exception {
        authority = new TestAuthority(folder, "authority");
    }

    private Http2Upstream upstream(Http2Upstream.Script script) throws Exception {
        return new Http2Upstream(authority.issue("localhost"), 100, script);
    }

    private TestEdge before(Http2Upstream upstream) throws IOException {
        ClientTls tls = ClientTls.open(authority.bundle(), null, InstantSource.system());
        return new TestEdge(
                upstream.origin(),
                request -> PlainReplies.text(200, "governed"),
                same -> same,
                from -> new RelaySettings(
                        from.upstream(),
                        false,
                        OutboundSettings.of(OutboundTimeouts.defaults(), 4).over(tls, true)));
    }

    @Test
    @DisplayName("PRX-5: heads, bodies, 1xx, HEAD and trailers pass as they do over HTTP/1.1, on one connection")
    void passes() throws Exception {
        Queue<String> heads = new ConcurrentLinkedQueue<>();
        try (Http2Upstream upstream = upstream((peer, frame) -> {
                    if (frame instanceof Http2HeadersFrame head) {
                        heads.add(head.headers().toString());
                        if (Http2Upstream.Peer.path(head).startsWith("/none")) {
                            peer.head(true, ":status", "204");
                        } else if (String.valueOf(head.headers().method()).equals("HEAD")) {
                            peer.head(true, ":status", "200", "content-length", "7");
                        } else {
                            peer.head(false, ":status", "103", "link", "</a>")
                                    .head(false, ":status", "200", "rctp-decision", "auto", "x-b", "2")
                                    .data(false, "abc")
                                    .head(true, "x-trailer", "1");
                        }
                    }
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead(
                    "GET /a?q=%2B HTTP/1.1", HOST, "Authorization: Bearer secret", "Connection: x-hop", "X-Hop: 1");
            assertThat(wire.head()).startsWith("HTTP/1.1 103").contains("link: </a>");
            assertThat(wire.head())
                    .startsWith("HTTP/1.1 200")
                    .contains("x-b: 2", "transfer-encoding: chunked")
                    .doesNotContain("rctp");
            assertThat(wire.octets(13)).isEqualTo("3\r\nabc\r\n0\r\n\r\n");
            wire.sendHead("HEAD /b HTTP/1.1", HOST);
            assertThat(wire.head()).startsWith("HTTP/1.1 200").contains("content-length: 7");
            wire.sendHead("GET /none HTTP/1.1", HOST);
            assertThat(wire.head()).startsWith("HTTP/1.1 204");
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(heads.remove())
                    .contains(
                            ":path: /a?q=%2B",
                            ":authority: " + upstream.origin().authority(), "x-forwarded-for")
                    .doesNotContainIgnoringCase("secret")
                    .doesNotContain("x-hop", "connection", ", host:");
        }
    }

    @Test
    @DisplayName("PRX-4: 64 MiB come down, only as fast as the client reads, and a slow client holds up no other")
    void largeDownload() throws Exception {
        AtomicLong written = new AtomicLong();
        try (Http2Upstream upstream = upstream((peer, frame) -> {
                    if (frame instanceof Http2HeadersFrame head) {
                        peer.head(false, ":status", "200");
                        if (Http2Upstream.Peer.path(head).equals("/large")) {
                            more(peer, written);
                        } else {
                            peer.data(true, "small");
                        }
                    }
                });
                TestEdge edge = before(upstream);
                Wire slow = edge.connect();
                Wire other = edge.connect()) {
            slow.sendHead("GET /large HTTP/1.1", HOST);
            assertThat(slow.head()).startsWith("HTTP/1.1 200");
            stalls(written);
            assertThat(written.get()).isLessThan(BUFFERED_AT_MOST);
            other.sendHead("GET /small HTTP/1.1", HOST);
            assertThat(other.head()).startsWith("HTTP/1.1 200");
            assertThat(other.octets(15)).isEqualTo("5\r\nsmall\r\n0\r\n\r\n");
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(drainChunks(slow)).isEqualTo(SIZE);
        }
    }

    private static void more(Http2Upstream.Peer peer, AtomicLong written) {
        boolean last = written.get() + BLOCK == SIZE;
        peer.data(last, Unpooled.wrappedBuffer(new byte[BLOCK])).addListener(done -> {
            if (done.isSuccess()) {
                written.addAndGet(BLOCK);
                if (!last) {
                    more(peer, written);
                }
            }
        });
    }

    private static void stalls(AtomicLong counter) {
        AtomicLong last = new AtomicLong(-1);
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> last.getAndSet(counter.get()) == counter.get());
    }

    private static long drainChunks(Wire wire) throws IOException {
        InputStream in = wire.input();
        long size = 0;
        for (int chunk = chunkSize(in); chunk > 0; chunk = chunkSize(in)) {
            in.skipNBytes(chunk + 2L);
            size += chunk;
        }
        return size;
    }

    private static int chunkSize(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            line.append((char) c);
        }
        return Integer.parseInt(line.toString().strip(), 16);
    }

    @Test
    @DisplayName("PRX-4: 64 MiB go up, and only as fast as the marketplace reads")
    void largeUpload() throws Exception {
        AtomicLong sent = new AtomicLong();
        AtomicLong received = new AtomicLong();
        Queue<Http2Upstream.Peer> peers = new ConcurrentLinkedQueue<>();
        try (Http2Upstream upstream = upstream((peer, frame) -> {
                    if (frame instanceof Http2HeadersFrame) {
                        peers.add(peer);
                        peer.context().channel().config().setAutoRead(false);
                    } else if (frame instanceof Http2DataFrame data) {
                        if (received.addAndGet(data.content().readableBytes()) == SIZE) {
                            peer.head(true, ":status", "200");
                        }
                    }
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("POST /uploads HTTP/1.1", HOST, "Content-Length: " + SIZE);
            Thread sending = Thread.ofVirtual().start(() -> upload(wire, sent));
            await().until(() -> !peers.isEmpty());
            stalls(sent);
            assertThat(sent.get()).isLessThan(BUFFERED_AT_MOST);
            peers.forEach(peer -> peer.context().channel().config().setAutoRead(true));
            await().atMost(Duration.ofMinutes(1)).until(() -> received.get() == SIZE);
            sending.join();
            assertThat(wire.head()).startsWith("HTTP/1.1 200");
        }
    }

    private static void upload(Wire wire, AtomicLong sent) {
        byte[] block = new byte[BLOCK];
        try {
            for (long done = 0; done < SIZE; done += BLOCK) {
                wire.send(block);
                sent.addAndGet(BLOCK);
            }
        } catch (IOException failed) {
            sent.set(-1);
        }
    }

    @Test
    @DisplayName("PRX-7: an upload that is cut off is reset at the marketplace, and never looks complete")
    void cutOff() throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        AtomicBoolean begun = new AtomicBoolean();
        AtomicBoolean gone = new AtomicBoolean();
        try (Http2Upstream upstream = upstream((peer, frame) -> {
                    peer.context().channel().closeFuture().addListener(closed -> gone.set(true));
                    begun.set(true);
                    if (frame instanceof Http2DataFrame data && data.isEndStream()) {
                        ended.set(true);
                    }
                });
                TestEdge edge = before(upstream)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("POST /uploads HTTP/1.1", HOST, "Content-Length: 10");
                wire.send("12345");
                await().untilTrue(begun);
            }
            await().untilTrue(gone);
            assertThat(ended).isFalse();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"refused", "goaway", "lost"})
    @DisplayName(
            "PRX-5: a bodiless read is asked again where it was not processed, and once where a kept connection was lost")
    void repeats(String failure) throws Exception {
        AtomicInteger seen = new AtomicInteger();
        try (Http2Upstream upstream = upstream((peer, frame) -> {
                    if (seen.incrementAndGet() == 2) {
                        switch (failure) {
                            case "refused" -> peer.reset(Http2Error.REFUSED_STREAM);
                            case "goaway" -> peer.goAway(peer.id() - 2);
                            default -> peer.connection().close().addListener(closed -> {});
                        }
                    } else {
                        peer.head(true, ":status", "204");
                    }
                });
                TestEdge edge = before(upstream);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /1 HTTP/1.1", HOST);
            assertThat(wire.head()).startsWith("HTTP/1.1 204");
            wire.sendHead("GET /2 HTTP/1.1", HOST);
            assertThat(wire.head()).startsWith("HTTP/1.1 204");
            assertThat(seen).hasValue(3);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("PRX-7: an answer cut off by a reset is cut off at the client, one that is malformed is 503")
    void brokenAnswers() throws Exception {
        try (Http2Upstream upstream = upstream((peer, frame) -> {
                    if (Http2Upstream.Peer.path(frame).equals("/half")) {
                        peer.head(false, ":status", "200")
                                .data(false, Unpooled.copiedBuffer("half", UTF_8))
                                .addListener(done -> peer.reset(Http2Error.INTERNAL_ERROR));
                    } else if (frame instanceof Http2HeadersFrame) {
                        peer.head(true, ":status", "200", "x-a", "1\r\nx-b: 2");
                    }
                });
                TestEdge edge = before(upstream)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("GET /half HTTP/1.1", HOST);
                assertThat(wire.rest()).startsWith("HTTP/1.1 200").doesNotContain("0\r\n\r\n");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead("GET /split HTTP/1.1", HOST);
                assertThat(wire.response()).startsWith("HTTP/1.1 503").doesNotContain("x-b");
            }
        }
    }

    @Test
    @DisplayName(
            "PRX-5: where all connections are in use, an HTTP/1.1 relay waits its turn, and 503 follows what waits too long")
    void limit() throws Exception {
        AtomicInteger running = new AtomicInteger();
        Queue<Wire> held = new ConcurrentLinkedQueue<>();
        OutboundTimeouts usual = OutboundTimeouts.defaults();
        OutboundSettings two = OutboundSettings.of(
                new OutboundTimeouts(
                        Duration.ofMillis(500),
                        usual.name(),
                        usual.connect(),
                        usual.tls(),
                        usual.write(),
                        usual.firstByte(),
                        usual.betweenBytes(),
                        usual.idle()),
                2);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    running.incrementAndGet();
                    held.add(wire);
                    wire.rest();
                });
                TestEdge edge = new TestEdge(
                        upstream.origin(),
                        request -> PlainReplies.text(200, "governed"),
                        same -> same,
                        from -> new RelaySettings(from.upstream(), false, two))) {
            List<Wire> clients = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Wire client = edge.connect();
                clients.add(client);
                client.sendHead("GET /" + i + " HTTP/1.1", HOST);
            }
            await().until(() -> running.get() == 2);
            Wire freed = held.remove();
            freed.sendHead("HTTP/1.1 200 OK", "Content-Length: 0", "Connection: close");
            freed.close();
            await().until(() -> running.get() == 3);
            assertThat(clients.getLast().head()).startsWith("HTTP/1.1 503");
            assertThat(running).hasValue(3);
            for (Wire client : clients) {
                client.close();
            }
        }
    }
}
