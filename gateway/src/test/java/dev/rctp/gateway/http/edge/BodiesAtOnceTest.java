package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("DEC-5: bodies together take no more than as many of the largest as calls may be at once")
class BodiesAtOnceTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);
    private static final String HOST = "Host: shop.example";
    private static final String CALL = "POST /listings/l1/offers HTTP/1.1";
    private static final int LARGEST = 64 << 10;
    private static final String ALL_BUT_ONE = "x".repeat(LARGEST - 1);

    private static UnaryOperator<EdgeSettings> two(Duration body) {
        return from -> new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                LARGEST,
                from.headTimeout(),
                body,
                from.idleTimeout(),
                from.maxConnections(),
                2,
                from.tls());
    }

    private static TestEdge edge(RequestHandler handler, Duration body) {
        return new TestEdge(NOWHERE, handler, two(body), same -> same);
    }

    private static Reply length(InboundRequest request) {
        return PlainReplies.text(200, "got " + request.body().length);
    }

    private static Wire unfinished(TestEdge edge) throws IOException {
        return edge.connect().sendHead(CALL, HOST, "Content-Length: " + LARGEST).send(ALL_BUT_ONE);
    }

    private static String call(TestEdge edge) throws IOException {
        try (Wire wire = edge.connect()) {
            return wire.sendHead(CALL, HOST, "Content-Length: 3", "Connection: close")
                    .send("abc")
                    .rest();
        }
    }

    private static void answers(TestEdge edge, String status) {
        await().untilAsserted(() -> assertThat(call(edge)).startsWith("HTTP/1.1 " + status));
    }

    @Test
    @DisplayName("while two come, a third is 503, one without a body is not, and the two are carried out")
    void unfinished() throws Exception {
        try (TestEdge edge = edge(BodiesAtOnceTest::length, Duration.ofSeconds(30));
                Wire first = unfinished(edge);
                Wire second = unfinished(edge)) {
            answers(edge, "503");
            assertThat(call(edge)).contains("too many bodies at once", "connection: close");
            try (Wire without = edge.connect()) {
                without.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
                assertThat(without.response()).startsWith("HTTP/1.1 200");
            }
            assertThat(first.send("y").response()).endsWith("got " + LARGEST);
            answers(edge, "200");
            assertThat(second.send("y").response()).endsWith("got " + LARGEST);
        }
    }

    @Test
    @DisplayName("a body counts until its call is decided, and not while the answer is waited for")
    void undecided() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        RequestHandler handler = request -> {
            if (request.body().length == LARGEST) {
                go.await();
            }
            return length(request);
        };
        try (TestEdge edge = edge(handler, Duration.ofSeconds(30));
                Wire first = unfinished(edge).send("y");
                Wire second = unfinished(edge)) {
            answers(edge, "503");
            go.countDown();
            assertThat(first.response()).endsWith("got " + LARGEST);
            answers(edge, "200");
            assertThat(second.send("y").response()).endsWith("got " + LARGEST);
        }
    }

    @Test
    @DisplayName("what was taken comes back from clients that leave, are late, or send too much")
    void givenBack() throws Exception {
        try (TestEdge edge = edge(BodiesAtOnceTest::length, Duration.ofSeconds(30))) {
            for (int turn = 0; turn < 2; turn++) {
                Wire first = unfinished(edge);
                Wire second = unfinished(edge);
                answers(edge, "503");
                first.close();
                second.close();
                answers(edge, "200");
            }
            for (int turn = 0; turn < 3; turn++) {
                try (Wire wire = edge.connect()) {
                    wire.sendHead(CALL, HOST, "Transfer-Encoding: chunked");
                    String chunk = "8000\r\n" + "x".repeat(0x8000) + "\r\n";
                    assertThat(wire.send(chunk + chunk + chunk).rest()).startsWith("HTTP/1.1 413");
                }
            }
            answers(edge, "200");
        }
        try (TestEdge edge = edge(BodiesAtOnceTest::length, Duration.ofMillis(300));
                Wire first = unfinished(edge);
                Wire second = unfinished(edge)) {
            assertThat(first.rest()).startsWith("HTTP/1.1 408");
            assertThat(second.rest()).startsWith("HTTP/1.1 408");
            answers(edge, "200");
        }
    }

    @Test
    @DisplayName("HTTP/2: streams of one connection share it, and their resets give back")
    void streams(@TempDir Path folder) throws Exception {
        PemFiles pem = PemFiles.ec(folder);
        try (EncryptedEdge edge =
                        new EncryptedEdge(pem, NOWHERE, BodiesAtOnceTest::length, two(Duration.ofSeconds(30)), true);
                FrameWire wire = new FrameWire(edge.address(), PemFiles.trusting(pem))) {
            wire.next(); // the server's settings, and with them the larger window
            for (int stream = 1; stream <= 3; stream += 2) {
                wire.request(stream, false, "POST", "/listings/l1/offers", "content-length", "" + LARGEST);
                for (int part = 0; part < 4; part++) {
                    wire.data(stream, false, "x".repeat(part < 3 ? 16 << 10 : (16 << 10) - 1));
                }
            }
            wire.request(5, false, "POST", "/listings/l1/offers").data(5, true, "abc");
            assertThat(wire.answer(5).status()).isEqualTo(503);
            wire.data(1, true, "y").reset(3);
            assertThat(wire.answer(1).body()).isEqualTo("got " + LARGEST);
            wire.request(7, false, "POST", "/listings/l1/offers").data(7, true, "abc");
            assertThat(wire.answer(7).body()).isEqualTo("got 3");
        }
    }
}
