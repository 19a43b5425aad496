package dev.rctp.gateway.http.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Transport;
import dev.rctp.msgsig.HttpFields;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundClientTest {

    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

    private final Transport transport = Transport.open(1);
    private final Queue<String> heads = new ConcurrentLinkedQueue<>();

    @BeforeAll
    static void watchLeaks() {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterEach
    void stop() {
        transport.close();
    }

    private OutboundClient client() {
        return new OutboundClient(transport, OutboundSettings.defaults(), NameLookup.platform());
    }

    private OutboundClient client(int connections, Predicate<InetAddress> addresses, NameLookup lookup) {
        return new OutboundClient(
                transport,
                OutboundSettings.of(new OutboundTimeouts(SHORT, LONG, LONG, LONG, LONG, LONG, LONG, LONG), connections)
                        .only(addresses),
                lookup);
    }

    private static OutboundRequest request(Origin origin, String method, Duration deadline) {
        byte[] body = method.equals("POST") ? "hello".getBytes(UTF_8) : new byte[0];
        return new OutboundRequest(
                origin, method, "/a?b=%2b", HttpFields.of("x-a", "1"), body, deadline, 1000, !method.equals("POST"));
    }

    private RecordingUpstream.Script answering() {
        return wire -> {
            for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
                heads.add(head);
                wire.octets(head.startsWith("POST") ? 5 : 0);
                wire.sendHead("HTTP/1.1 200 OK", "X-B: 1", "X-B: 2", "Content-Length: 2")
                        .send(head.startsWith("HEAD") ? "" : "ok");
            }
        };
    }

    @Test
    @DisplayName("PRX-5: requests go out as they are, over one kept connection")
    void keepsConnections() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering());
                OutboundClient client = client()) {
            OutboundResponse response = client.exchange(request(upstream.origin(), "POST", LONG));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.body()).isEqualTo("ok".getBytes(UTF_8));
            assertThat(response.fields().values("x-b")).containsExactly("1", "2");
            assertThat(client.exchange(request(upstream.origin(), "HEAD", LONG)).body())
                    .isEmpty();
            assertThat(client.exchange(request(upstream.origin(), "GET", LONG)).body())
                    .hasSize(2);
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(heads.remove())
                    .startsWith("POST /a?b=%2b HTTP/1.1\r\n")
                    .contains("host: " + upstream.origin().authority() + "\r\n", "x-a: 1\r\n", "content-length: 5\r\n");
        }
    }

    @Test
    @DisplayName("OPR-2, B92: a redirect is an answer like any other")
    void redirect() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 302 Found", "Location: http://127.0.0.1:1/", "Content-Length: 0");
                });
                OutboundClient client = client()) {
            assertThat(client.exchange(request(upstream.origin(), "GET", LONG)).status())
                    .isEqualTo(302);
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("B47: one octet at a time does not outlast the deadline")
    void slowAnswer() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.send("H");
                    done.await();
                });
                OutboundClient client = client()) {
            long start = System.nanoTime();
            assertThatIOException()
                    .isThrownBy(() -> client.exchange(request(upstream.origin(), "GET", SHORT)))
                    .isNotInstanceOf(NotSentException.class)
                    .withMessage("the deadline passed");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(SHORT, SHORT.plusSeconds(2));
            done.countDown();
        }
    }

    @Test
    @DisplayName("B47: a dripping body does not outlast the deadline")
    void drippingBody() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 1000");
                    for (int i = 0; i < 1000; i++) {
                        wire.send("x");
                        LockSupport.parkNanos(20_000_000);
                    }
                });
                OutboundClient client = client()) {
            assertThatIOException()
                    .isThrownBy(() -> client.exchange(request(upstream.origin(), "GET", SHORT)))
                    .withMessage("the deadline passed");
        }
    }

    @Test
    @DisplayName("PRX-2: a connection reset after the request was sent is told as that, and nothing is repeated")
    void reset() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.octets(5);
                    wire.socket().setSoLinger(true, 0);
                });
                OutboundClient client = client()) {
            assertThatIOException()
                    .isThrownBy(() -> client.exchange(request(upstream.origin(), "POST", LONG)))
                    .isNotInstanceOf(NotSentException.class);
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("a server that cannot be reached has surely seen nothing")
    void refused() {
        try (OutboundClient client = client()) {
            assertThatThrownBy(() -> client.exchange(request(new Origin(false, "127.0.0.1", 1), "POST", LONG)))
                    .isInstanceOf(NotSentException.class);
        }
    }

    @Test
    @DisplayName("PRX-5: on a kept connection that dies unanswered a GET is sent again, a POST is not")
    void deadConnection() throws Exception {
        RecordingUpstream.Script onceThenDie = wire -> {
            String head = wire.head();
            wire.octets(head.startsWith("POST") ? 5 : 0);
            wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
            heads.add(wire.head());
        };
        try (RecordingUpstream upstream = new RecordingUpstream(onceThenDie);
                OutboundClient client = client()) {
            client.exchange(request(upstream.origin(), "GET", LONG));
            assertThat(client.exchange(request(upstream.origin(), "GET", LONG)).status())
                    .isEqualTo(200);
            assertThat(upstream.connections()).isEqualTo(2);
            assertThatIOException()
                    .isThrownBy(() -> client.exchange(request(upstream.origin(), "POST", LONG)))
                    .isNotInstanceOf(NotSentException.class);
            assertThat(upstream.connections()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("a kept connection that the server has closed meanwhile is not used")
    void closedMeanwhile() throws Exception {
        CountDownLatch close = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.octets(5);
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
                    close.await();
                });
                OutboundClient client = client()) {
            close.countDown();
            for (int i = 0; i < 20; i++) {
                try {
                    client.exchange(request(upstream.origin(), "POST", LONG));
                } catch (IOException raced) {
                    assertThat(raced).hasMessageContaining("closed");
                }
            }
            assertThat(upstream.connections()).isGreaterThan(1);
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n",
                "HTTP/1.1 200 OK\r\n\r\n",
            })
    @DisplayName("OPR-2: a body over the cap is refused, however it is framed")
    void cap(String head) throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.send(head).send("x".repeat(1001));
                });
                OutboundClient client = client()) {
            assertThatIOException()
                    .isThrownBy(() -> client.exchange(request(upstream.origin(), "GET", LONG)))
                    .withMessage("the response is too large");
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\nab",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nSet Cookie: a\r\nContent-Length: 1\r\n\r\na",
                "HTTP/1.1 200 OK\r\nContent-Len",
                ""
            })
    @DisplayName("PRX-5: an answer that is malformed, ambiguous or cut off is none")
    void malformed(String answer) throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.send(answer);
                });
                OutboundClient client = client()) {
            assertThatIOException().isThrownBy(() -> client.exchange(request(upstream.origin(), "GET", LONG)));
        }
    }

    @Test
    @DisplayName("interim answers are passed over; what follows an answer unasked ends the connection")
    void interimAndExcess() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 100 Continue").sendHead("HTTP/1.1 103 Early Hints");
                    wire.send(
                            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\naHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nb");
                    wire.read();
                });
                OutboundClient client = client()) {
            for (int i = 0; i < 3; i++) {
                assertThat(client.exchange(request(upstream.origin(), "GET", LONG))
                                .body())
                        .isEqualTo("a".getBytes(UTF_8));
            }
            assertThat(upstream.connections()).isEqualTo(3);
        }
    }

    @Test
    @DisplayName("OPR-2, B91: the connection goes to the address that was checked, and a name is looked up once for it")
    void pinnedAddress() throws Exception {
        AtomicInteger lookups = new AtomicInteger();
        AtomicReference<InetAddress> checked = new AtomicReference<>();
        InetAddress elsewhere = InetAddress.ofLiteral("192.0.2.1");
        NameLookup rebinding = host -> new InetAddress[] {lookups.getAndIncrement() == 0 ? LOOPBACK : elsewhere};
        try (RecordingUpstream upstream = new RecordingUpstream(answering());
                OutboundClient client = client(4, address -> checked.getAndSet(address) == null, rebinding)) {
            Origin named = new Origin(false, "a.evil.test", upstream.address().getPort());
            assertThat(client.exchange(request(named, "GET", LONG)).status()).isEqualTo(200);
            assertThat(lookups).hasValue(1);
            assertThat(checked).hasValue(LOOPBACK);
            assertThat(heads.remove()).contains("host: a.evil.test:");
        }
    }

    @Test
    @DisplayName("OPR-2: a name with one address that is not allowed is refused whole, before any connection")
    void oneBadAddress() throws Exception {
        InetAddress bad = InetAddress.ofLiteral("169.254.169.254");
        try (RecordingUpstream upstream = new RecordingUpstream(answering());
                OutboundClient client =
                        client(4, address -> !address.equals(bad), host -> new InetAddress[] {LOOPBACK, bad})) {
            Origin named = new Origin(false, "a.evil.test", upstream.address().getPort());
            assertThatThrownBy(() -> client.exchange(request(named, "GET", LONG)))
                    .isInstanceOf(NotSentException.class);
            assertThat(upstream.connections()).isZero();
        }
    }

    @Test
    @DisplayName("names that are unknown, or looked up too slowly, fail within the deadline")
    void names() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        NameLookup slow = host -> {
            try {
                never.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
            throw new UnknownHostException(host);
        };
        NameLookup unknown = host -> {
            throw new UnknownHostException(host);
        };
        Origin named = new Origin(false, "a.test", 80);
        try (OutboundClient first = client(4, any -> true, slow);
                OutboundClient second = client(4, any -> true, unknown)) {
            assertThatThrownBy(() -> first.exchange(request(named, "GET", SHORT)))
                    .isInstanceOf(NotSentException.class);
            assertThatThrownBy(() -> second.exchange(request(named, "GET", SHORT)))
                    .isInstanceOf(NotSentException.class);
        }
    }

    @Test
    @DisplayName("GRA-4: exchanges beyond the limit of connections wait for a while, then fail unsent")
    void room() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    begun.countDown();
                    release.await();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
                    wire.read();
                });
                OutboundClient client = client(1, any -> true, NameLookup.platform())) {
            AtomicInteger status = new AtomicInteger();
            Thread first = Thread.ofVirtual().start(() -> {
                try {
                    status.set(client.exchange(request(upstream.origin(), "GET", LONG))
                            .status());
                } catch (IOException | InterruptedException failed) {
                    status.set(-1);
                }
            });
            begun.await();
            assertThatThrownBy(() -> client.exchange(request(upstream.origin(), "GET", LONG)))
                    .isInstanceOf(NotSentException.class)
                    .hasMessageContaining("came free");
            release.countDown();
            first.join();
            assertThat(status).hasValue(200);
        }
    }

    @Test
    @DisplayName("an interrupted exchange ends at once, and its connection with it")
    void interrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try (RecordingUpstream upstream = new RecordingUpstream(wire -> {
                    wire.head();
                    begun.countDown();
                    wire.rest();
                    closed.countDown();
                });
                OutboundClient client = client()) {
            AtomicReference<Exception> failure = new AtomicReference<>();
            Thread waiting = Thread.ofVirtual().start(() -> {
                try {
                    client.exchange(request(upstream.origin(), "GET", LONG));
                } catch (IOException | InterruptedException failed) {
                    failure.set(failed);
                }
            });
            begun.await();
            waiting.interrupt();
            waiting.join();
            assertThat(failure.get()).isInstanceOf(InterruptedException.class);
            closed.await();
        }
    }

    @Test
    @DisplayName("a field that would break out of its line is not written")
    void injection() throws Exception {
        try (RecordingUpstream upstream = new RecordingUpstream(answering());
                OutboundClient client = client()) {
            for (HttpFields fields : new HttpFields[] {
                HttpFields.of("x-a", "1\r\nx-b: 2"), HttpFields.of("x-a\r\nx-b", "1"), HttpFields.of("x a", "1")
            }) {
                OutboundRequest request =
                        new OutboundRequest(upstream.origin(), "GET", "/", fields, new byte[0], LONG, 10, true);
                assertThatThrownBy(() -> client.exchange(request)).isInstanceOf(NotSentException.class);
            }
            for (String target : new String[] {"/a b", "/a\r\nx: 1"}) {
                OutboundRequest request = new OutboundRequest(
                        upstream.origin(), "GET", target, HttpFields.none(), new byte[0], LONG, 10, true);
                assertThatThrownBy(() -> client.exchange(request)).isInstanceOf(NotSentException.class);
            }
            assertThat(heads).isEmpty();
        }
    }
}
