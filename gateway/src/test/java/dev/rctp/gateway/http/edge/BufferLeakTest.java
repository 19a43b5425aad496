package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class BufferLeakTest {

    private static final String HOST = "Host: shop.example";

    @Test
    @DisplayName("no buffer is left behind by refused, cut off, abandoned and finished exchanges")
    void noLeaks() throws Exception {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
        logger.addAppender(seen);
        try (RecordingUpstream upstream = new RecordingUpstream(BufferLeakTest::misbehave);
                TestEdge edge = new TestEdge(upstream.origin(), request -> PlainReplies.text(200, "ok"))) {
            for (FramingCases.Case each : FramingCases.all()) {
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
                System.gc();
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
                exchange(edge, "GET /offers/off_1 HTTP/1.1\r\n" + HOST + "\r\n\r\n");
            }
        } finally {
            logger.detachAppender(seen);
        }
        assertThat(seen.list).extracting(ILoggingEvent::getFormattedMessage).isEmpty();
    }

    @Test
    @DisplayName("control: a buffer that is left behind is noticed")
    void control() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger logger = (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
        logger.addAppender(seen);
        try {
            await().until(() -> {
                ByteBufAllocator.DEFAULT.buffer(16).writeByte(1);
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
