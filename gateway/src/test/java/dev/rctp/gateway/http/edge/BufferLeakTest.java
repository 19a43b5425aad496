package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rctp.gateway.http.AmbiguousRequests;
import dev.rctp.gateway.http.BufferLeaks;
import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.tls.PemFiles;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class BufferLeakTest {

    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final String HOST = "Host: shop.example";

    /** What is told of buffers left behind while this runs. */
    private interface Work {
        void run() throws Exception;
    }

    private static List<String> leaks(Work work) throws Exception {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
        logger.addAppender(seen);
        try {
            work.run();
        } finally {
            logger.detachAppender(seen);
        }
        return seen.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    @DisplayName("no buffer is left behind by refused, cut off, abandoned and finished exchanges")
    void noLeaks() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(BufferLeakTest::misbehave);
                TestEdge edge = new TestEdge(upstream.origin(), request -> PlainReplies.text(200, "ok"))) {
            assertThat(leaks(() -> requests(edge))).isEmpty();
        }
    }

    private static void requests(TestEdge edge) throws IOException {
        for (AmbiguousRequests.Case each : AmbiguousRequests.http1()) {
            exchange(edge, each.octets());
        }
        for (int i = 0; i < 60; i++) {
            exchange(edge, "GET /turn/" + i % 4 + " HTTP/1.1\r\n" + HOST + "\r\n\r\n");
            String upload = "POST /uploads?" + i % 4 + " HTTP/1.1\r\n" + HOST + "\r\n";
            exchange(edge, upload + "Content-Length: 100\r\n\r\npart");
            exchange(edge, upload + "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nbad");
            exchange(edge, "POST /unlisted HTTP/1.1\r\n" + HOST + "\r\nContent-Length: 4\r\n\r\nbodyGET / HTTP");
        }
        for (int i = 0; i < 5; i++) {
            collect();
            exchange(edge, "GET /offers/off_1 HTTP/1.1\r\n" + HOST + "\r\n\r\n");
        }
    }

    private static void collect() {
        System.gc();
        LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }

    @Test
    @DisplayName(
            "no buffer is left behind by HTTP/2 streams that are refused, reset, without a window, or left by their client")
    void noLeaksOfStreams(@TempDir Path folder) throws Exception {
        PemFiles pem = PemFiles.ec(folder);
        SSLContext client = PemFiles.trusting(pem);
        try (RecordingUpstream upstream = new RecordingUpstream(BufferLeakTest::misbehave);
                EncryptedEdge edge =
                        new EncryptedEdge(pem, upstream.origin(), request -> PlainReplies.text(200, "ok"))) {
            assertThat(leaks(() -> streams(edge, client))).isEmpty();
        }
    }

    private static void streams(EncryptedEdge edge, SSLContext client) throws Exception {
        for (AmbiguousRequests.Case each : AmbiguousRequests.http2()) {
            try (FrameWire wire = new FrameWire(edge.address(), client)) {
                wire.send(each.frames()).answer(1);
            }
        }
        for (int i = 0; i < 20; i++) {
            try (FrameWire wire = new FrameWire(edge.address(), client, INITIAL_WINDOW_SIZE, i % 2)) {
                for (int stream = 1; stream < 40; stream += 10) {
                    wire.request(stream, true, "GET", "/turn/" + i % 4);
                    wire.request(stream + 2, false, "POST", "/uploads").data(stream + 2, false, "x".repeat(9000));
                    wire.request(stream + 4, false, "POST", "/listings/l1/offers")
                            .data(stream + 4, false, "part");
                    wire.request(stream + 6, false, "POST", "/unlisted").data(stream + 6, true, "body");
                    wire.request(stream + 8, true, "GET", "/offers/off_1")
                            .reset(stream)
                            .reset(stream + 2);
                }
                wire.frameOf(7);
            }
            collect();
        }
        for (int i = 0; i < 5; i++) {
            collect();
            try (FrameWire wire = new FrameWire(edge.address(), client)) {
                wire.request(1, true, "GET", "/offers/off_1").answer(1);
            }
        }
    }

    @Test
    @DisplayName("control: a buffer that is left behind is noticed")
    void control() {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
        logger.addAppender(seen);
        try {
            await().until(() -> {
                ByteBufAllocator.DEFAULT
                        .buffer(16)
                        .touch(BufferLeaks.DELIBERATE)
                        .writeByte(1);
                System.gc();
                return !seen.list.isEmpty();
            });
        } finally {
            logger.detachAppender(seen);
        }
        assertThat(seen.list.getFirst().getFormattedMessage()).contains("LEAK");
    }

    private static void misbehave(Wire wire) throws IOException {
        String head = wire.head();
        if (head.contains("0 HTTP")) {
            return;
        }
        wire.sendHead("HTTP/1.1 200 OK", head.contains("1 HTTP") ? "Content-Length: 9" : "Content-Length: 4");
        wire.send("part");
        if (head.contains("2 HTTP")) {
            wire.head();
        }
    }

    private static void exchange(TestEdge edge, String octets) throws IOException {
        try (Wire wire = edge.connect()) {
            wire.send(octets);
            wire.socket().shutdownOutput();
            wire.rest();
        } catch (SocketException reset) {
            assertThat(reset).as("the edge may cut it off").isNotNull();
        }
    }
}
