package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.Origin;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EdgeServerTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);
    private static final String CALL = "POST /listings/l1/offers HTTP/1.1";
    private static final String HOST = "Host: shop.example";

    private final Queue<InboundRequest> handled = new ConcurrentLinkedQueue<>();

    private Reply echo(InboundRequest request) {
        handled.add(request);
        return PlainReplies.text(200, "got " + new String(request.body(), ISO_8859_1));
    }

    private static EdgeSettings quick(EdgeSettings from) {
        Duration soon = Duration.ofMillis(150);
        return new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                8 << 10,
                32 << 10,
                64 << 10,
                soon,
                soon,
                soon,
                8,
                1,
                from.tls());
    }

    private static EdgeSettings at(InetSocketAddress bind, EdgeSettings from) {
        return EdgeSettings.defaults(bind, from.scheme(), from.hosts());
    }

    @Test
    @DisplayName("an address that another program uses is told so, as it stands in the configuration")
    void addressInUse() {
        try (TestEdge first = quickEdge(this::echo)) {
            InetSocketAddress taken = first.server().address();
            Assertions.assertThatIllegalStateException()
                    .isThrownBy(() -> new TestEdge(NOWHERE, this::echo, from -> at(taken, from), same -> same))
                    .withMessageStartingWith("cannot listen on " + taken.getHostString() + ":" + taken.getPort())
                    .withMessageContaining(": another program uses this address");
        }
    }

    private TestEdge quickEdge(RequestHandler handler) {
        return new TestEdge(NOWHERE, handler, EdgeServerTest::quick, same -> same);
    }

    @Test
    @DisplayName("PRX-4, SIG-5: a governed call reaches the handler whole and raw, and the connection goes on")
    void governedCalls() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead("POST /listings/l1/offers?a=%2b HTTP/1.1", "Host: SHOP.example:443", "Content-Length: 5")
                    .send("hello");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("got hello");
            wire.sendHead(CALL, HOST, "Transfer-Encoding: chunked").send("3\r\nabc\r\n2\r\nde\r\n0\r\nX-A: 1\r\n\r\n");
            assertThat(wire.response()).endsWith("got abcde").doesNotContain("connection: close");
            wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            assertThat(wire.response()).endsWith("got ");
        }
        InboundRequest first = handled.remove();
        assertThat(first.message().authority()).isEqualTo("shop.example");
        assertThat(first.message().path()).isEqualTo("/listings/l1/offers");
        assertThat(first.message().query()).isEqualTo("a=%2b");
        assertThat(first.message().scheme()).isEqualTo("https");
        assertThat(first.remote().isLoopbackAddress()).isTrue();
    }

    @Test
    @DisplayName("a head may come octet by octet, a body in pieces")
    void slowly() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            wire.socket().setTcpNoDelay(true);
            String request = CALL + "\r\n" + HOST + "\r\nContent-Length: 5\r\n\r\nhello";
            for (int i = 0; i < request.length(); i++) {
                wire.send(request.substring(i, i + 1));
            }
            assertThat(wire.response()).endsWith("got hello");
        }
    }

    @Test
    @DisplayName("PRX-5: pipelined calls are handled one after the other")
    void pipelined() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        RequestHandler counting = request -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                return echo(request);
            } finally {
                running.decrementAndGet();
            }
        };
        try (TestEdge edge = new TestEdge(NOWHERE, counting);
                Wire wire = edge.connect()) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                requests.append(CALL + "\r\n" + HOST + "\r\nContent-Length: 2\r\n\r\n" + (10 + i % 90));
            }
            wire.send(requests.toString());
            for (int i = 0; i < 100; i++) {
                assertThat(wire.response()).endsWith("got " + (10 + i % 90));
            }
        }
        assertThat(most).hasValue(1);
    }

    @Test
    @DisplayName("Connection: close and HTTP/1.0 end the connection after the answer")
    void closing() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST, "Connection: close");
                assertThat(wire.rest()).startsWith("HTTP/1.1 200").contains("connection: close");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead("GET /offers/off_1 HTTP/1.0", HOST, "Connection: keep-alive");
                assertThat(wire.rest()).startsWith("HTTP/1.1 200").contains("connection: close");
            }
        }
    }

    @Test
    @DisplayName("B29: 100 only to a signed call within the limits; others are answered from their head")
    void expectations() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead(CALL, HOST, "Expect: 100-continue", "Content-Length: 99000000");
                assertThat(wire.rest()).startsWith("HTTP/1.1 413").contains("connection: close");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead(CALL, HOST, "Expect: 100-continue", "Content-Length: 99000");
                assertThat(wire.rest())
                        .startsWith("HTTP/1.1 200")
                        .contains("connection: close")
                        .endsWith("got ");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead(CALL, HOST, "Signature: sig1=:AA==:", "Expect: 100-continue", "Content-Length: 5");
                assertThat(wire.head()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
                wire.send("hello");
                assertThat(wire.response()).endsWith("got hello");
            }
        }
    }

    @Test
    @DisplayName("PRX-7: a chunked body over the limit is 413, and the handler never sees it")
    void tooLargeInChunks() throws Exception {
        try (TestEdge edge = quickEdge(this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead(CALL, HOST, "Transfer-Encoding: chunked");
            for (int i = 0; i < 5; i++) {
                wire.send("4000\r\n" + "x".repeat(0x4000) + "\r\n");
            }
            assertThat(wire.rest()).startsWith("HTTP/1.1 413").contains("connection: close");
        }
        assertThat(handled).isEmpty();
    }

    @Test
    @DisplayName("a body of exactly the limit passes")
    void largest() throws Exception {
        try (TestEdge edge = quickEdge(this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead(CALL, HOST, "Content-Length: 65536").send("x".repeat(65536));
            assertThat(wire.response()).startsWith("HTTP/1.1 200");
        }
        assertThat(handled.remove().body()).hasSize(65536);
    }

    @Test
    @DisplayName("B31, PRX-4: an unlisted write is 403 before its body is read, and the body is never a request")
    void unlistedWrite() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            String smuggled = "GET /offers/off_1 HTTP/1.1\r\n" + HOST + "\r\n\r\n";
            wire.sendHead("POST /unlisted HTTP/1.1", HOST, "Content-Length: " + smuggled.length())
                    .send(smuggled + smuggled);
            assertThat(wire.rest()).startsWith("HTTP/1.1 403").containsOnlyOnce("HTTP/1.1");
        }
        assertThat(handled).isEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "POST /listings/l1/offers/ HTTP/1.1",
                "POST /Listings/l1/offers HTTP/1.1",
                "POST /catalog/../listings/l1/offers HTTP/1.1",
                "POST /catalog/%2e%2e/listings/l1/offers HTTP/1.1",
                "GET /offers/off_1/ HTTP/1.1",
                "GET //offers/off_1 HTTP/1.1"
            })
    @DisplayName("PRX-4, B34, B35, B38: a governed path cannot be reached by another spelling")
    void spellings(String line) throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead(line, HOST, "Content-Length: 0");
            assertThat(wire.rest()).startsWith("HTTP/1.1 400").contains("connection: close");
        }
        assertThat(handled).isEmpty();
    }

    @Test
    @DisplayName("heads, bodies and idle connections have their time")
    void timeouts() throws Exception {
        try (TestEdge edge = quickEdge(this::echo)) {
            try (Wire wire = edge.connect()) {
                wire.send(CALL + "\r\n");
                assertThat(wire.rest()).startsWith("HTTP/1.1 408");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead(CALL, HOST, "Content-Length: 5").send("hell");
                assertThat(wire.rest()).startsWith("HTTP/1.1 408");
            }
            try (Wire wire = edge.connect()) {
                assertThat(wire.rest()).isEmpty();
            }
        }
        assertThat(handled).isEmpty();
    }

    @Test
    @DisplayName("DEC-5: a handler that fails is 503")
    void handlerFails() throws Exception {
        RequestHandler failing = request -> {
            throw new IllegalStateException("broken");
        };
        try (TestEdge edge = new TestEdge(NOWHERE, failing);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 503").doesNotContain("broken");
        }
    }

    @Test
    @DisplayName("calls beyond the limit are 503 at once, and go through again when there is room")
    void tooManyCalls() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RequestHandler waiting = request -> {
            entered.countDown();
            release.await();
            return echo(request);
        };
        try (TestEdge edge = quickEdge(waiting);
                Wire first = edge.connect();
                Wire second = edge.connect()) {
            first.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            entered.await();
            second.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            assertThat(second.response()).startsWith("HTTP/1.1 503");
            release.countDown();
            assertThat(first.response()).startsWith("HTTP/1.1 200");
            second.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            assertThat(second.response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("APR-8: a seller's page is answered while agents' calls have all of their places")
    void pagesBeside() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RequestHandler waiting = request -> {
            if (request.message().path().startsWith("/offers")) {
                entered.countDown();
                release.await();
            }
            return echo(request);
        };
        try (TestEdge edge = quickEdge(waiting);
                Wire agent = edge.connect();
                Wire seller = edge.connect()) {
            agent.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            entered.await();
            seller.sendHead("GET /approve/apr_1 HTTP/1.1", HOST);
            assertThat(seller.response()).startsWith("HTTP/1.1 200");
            release.countDown();
            assertThat(agent.response()).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("connections beyond the limit are told so")
    void tooManyConnections() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo, EdgeServerTest::oneConnection, same -> same);
                Wire first = edge.connect()) {
            first.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            assertThat(first.response()).startsWith("HTTP/1.1 200");
            try (Wire second = edge.connect()) {
                assertThat(second.rest()).isEmpty();
            }
        }
        try (TestEdge edge = quickEdge(this::echo)) {
            Wire[] wires = new Wire[8];
            for (int i = 0; i < wires.length; i++) {
                wires[i] = edge.connect();
            }
            try (Wire last = edge.connect()) {
                assertThat(last.rest()).startsWith("HTTP/1.1 429");
            }
            for (Wire wire : wires) {
                wire.close();
            }
        }
    }

    private static EdgeSettings oneConnection(EdgeSettings from) {
        return new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                from.maxGovernedBodyBytes(),
                from.headTimeout(),
                from.bodyTimeout(),
                from.idleTimeout(),
                1,
                1,
                from.tls());
    }

    @Test
    @DisplayName("RSP-2: the caller's Request-Id is kept where it is 1 to 128 visible characters, else one is made")
    void requestIds() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            for (String id : new String[] {"abc-1", "a b", "x".repeat(129), ""}) {
                wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST, "Request-Id: " + id);
                wire.response();
            }
        }
        assertThat(handled.remove().requestId()).isEqualTo("abc-1");
        assertThat(handled).hasSize(3).allMatch(request -> request.requestId().startsWith("req_"));
    }

    @Test
    @DisplayName("PRX-7: fields that fold to an RCTP name never reach the handler")
    void oursRemoved() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST, "RCTP_Seller: s1", "rctp.seller: s1", "Accept: */*");
            wire.response();
        }
        assertThat(handled.remove().message().fields().lines())
                .extracting("name")
                .containsExactly("host", "accept");
    }

    @Test
    @DisplayName("stopping lets the call in flight finish and takes no other")
    void draining() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        RequestHandler waiting = request -> {
            entered.countDown();
            release.await();
            return echo(request);
        };
        try (TestEdge edge = new TestEdge(NOWHERE, waiting);
                Wire idle = edge.connect()) {
            Wire busy = edge.connect();
            InetSocketAddress address = edge.server().address();
            busy.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            entered.await();
            Thread stopping = Thread.ofVirtual().start(() -> stop(edge));
            assertThat(idle.rest()).isEmpty();
            Assertions.assertThatThrownBy(() -> new Wire(address)).isInstanceOf(ConnectException.class);
            release.countDown();
            assertThat(busy.rest()).startsWith("HTTP/1.1 200").contains("connection: close");
            busy.close();
            assertThat(stopping.join(Duration.ofSeconds(5))).isTrue();
        }
    }

    private static void stop(TestEdge edge) {
        try {
            edge.server().stop(Duration.ofSeconds(10));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("a client that ends its side after a governed call still gets the answer")
    void halfClosed() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead(CALL, HOST, "Content-Length: 5").send("hello");
            wire.socket().shutdownOutput();
            assertThat(wire.rest()).startsWith("HTTP/1.1 200").endsWith("got hello");
        }
    }

    @Test
    @DisplayName("B28: a HEAD that is refused has no body in its answer, and the answer after it has one")
    void headRefused() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 3");
                    wire.read();
                });
                TestEdge edge = new TestEdge(upstream.origin(), this::echo)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("HEAD /a;b HTTP/1.1", HOST);
                assertThat(wire.rest()).startsWith("HTTP/1.1 400").endsWith("\r\n\r\n");
            }
            try (Wire wire = edge.connect()) {
                wire.sendHead("HEAD /a HTTP/1.1", HOST);
                assertThat(wire.head()).startsWith("HTTP/1.1 200");
                wire.send("\u0001");
                assertThat(wire.response()).startsWith("HTTP/1.1 400").doesNotEndWith("\r\n");
            }
        }
    }

    @Test
    @DisplayName("a call whose client has gone is handled all the same, and its answer dropped")
    void clientGone() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        RequestHandler waiting = request -> {
            release.await();
            return echo(request);
        };
        try (TestEdge edge = new TestEdge(NOWHERE, waiting)) {
            try (Wire wire = edge.connect()) {
                wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST);
            }
            release.countDown();
            await().until(() -> handled.size() == 1);
        }
    }
}
