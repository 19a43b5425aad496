package dev.rctp.gateway.http.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.http.Transport;
import dev.rctp.msgsig.HttpFields;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PRX-5 over HTTP/2: what is pooled, what is repeated, what is taken for an answer. */
class Http2ClientTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private Transport transport;
    private TestAuthority authority;
    private TestAuthority.Issued server;

    @BeforeEach
    void start() throws Exception {
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
        transport = Transport.open(2);
        authority = new TestAuthority(folder, "authority");
        server = authority.issue("localhost");
    }

    @AfterEach
    void stop() {
        transport.close();
    }

    private OutboundClient client(int connections, boolean http2) throws IOException {
        ClientTls tls = ClientTls.open(authority.bundle(), null, InstantSource.system());
        return new OutboundClient(
                transport, OutboundSettings.of(patient(), connections).over(tls, http2), NameLookup.platform());
    }

    private static OutboundTimeouts patient() {
        OutboundTimeouts usual = OutboundTimeouts.defaults();
        return new OutboundTimeouts(LONG, usual.name(), LONG, LONG, LONG, LONG, LONG, usual.idle());
    }

    private static OutboundRequest request(Origin origin, String method, String target, boolean repeatable) {
        byte[] body = method.equals("POST") ? "hello".getBytes(UTF_8) : new byte[0];
        HttpFields fields = HttpFields.of("x-a", "1", "connection", "close", "authorization", "Bearer t");
        return new OutboundRequest(origin, method, target, fields, body, LONG, 1 << 20, repeatable);
    }

    /** Answers each request with its method, path and body. */
    private static Http2Upstream.Script echo() {
        Map<Integer, String> heads = new ConcurrentHashMap<>();
        return (peer, frame) -> {
            int key = System.identityHashCode(peer.context().channel());
            switch (frame) {
                case Http2HeadersFrame head -> {
                    String line = head.headers().method() + " " + head.headers().path() + " "
                            + head.headers().authority() + " " + head.headers().get("x-a")
                            + head.headers().contains("connection")
                            + head.headers().contains("host");
                    heads.put(key, line);
                    if (head.isEndStream()) {
                        peer.head(false, ":status", "200").data(true, line);
                    }
                }
                case Http2DataFrame data -> {
                    String line = heads.merge(key, " " + data.content().toString(UTF_8), String::concat);
                    if (data.isEndStream()) {
                        peer.head(false, ":status", "201", "x-b", "2").data(true, line);
                    }
                }
                default -> {}
            }
        };
    }

    @Test
    @DisplayName("PRX-5: by ALPN, exchanges go over one HTTP/2 connection, heads and bodies whole")
    void exchanges() throws Exception {
        try (Http2Upstream upstream = new Http2Upstream(server, 100, echo());
                OutboundClient client = client(4, true)) {
            OutboundResponse got = client.exchange(request(upstream.origin(), "GET", "/a?b=%2B", true));
            assertThat(got.status()).isEqualTo(200);
            assertThat(got.body())
                    .asString(UTF_8)
                    .isEqualTo("GET /a?b=%2B " + upstream.origin().authority() + " 1falsefalse");
            OutboundResponse posted = client.exchange(request(upstream.origin(), "POST", "/c", false));
            assertThat(posted.status()).isEqualTo(201);
            assertThat(posted.fields().combined("x-b")).contains("2");
            assertThat(posted.body()).asString(UTF_8).endsWith("1falsefalse hello");
            assertThat(upstream.connections()).isEqualTo(1);
            assertThat(upstream.failures()).isEmpty();
        }
    }

    @Test
    @DisplayName("PRX-5: many exchanges at once take few connections, never more streams on one than it allows")
    void streamLimit() throws Exception {
        Map<Object, AtomicInteger> streams = new ConcurrentHashMap<>();
        AtomicInteger most = new AtomicInteger();
        Http2Upstream.Script counting = (peer, frame) -> {
            AtomicInteger open = streams.computeIfAbsent(peer.connection(), any -> new AtomicInteger());
            most.accumulateAndGet(open.incrementAndGet(), Math::max);
            var _ = peer.context()
                    .executor()
                    .schedule(
                            () -> {
                                open.decrementAndGet();
                                peer.head(true, ":status", "204");
                            },
                            20,
                            TimeUnit.MILLISECONDS);
        };
        try (Http2Upstream upstream = new Http2Upstream(server, 5, counting);
                OutboundClient client = client(2, true)) {
            List<Integer> statuses = atOnce(
                    60,
                    i -> client.exchange(request(upstream.origin(), "GET", "/" + i, true))
                            .status());
            assertThat(statuses).hasSize(60).containsOnly(204);
            assertThat(upstream.connections()).isBetween(1, 2);
            assertThat(most).hasValueLessThanOrEqualTo(5);
        }
    }

    private interface Numbered {
        int run(int number) throws Exception;
    }

    private static List<Integer> atOnce(int count, Numbered task) throws Exception {
        List<Integer> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> running = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                running.add(threads.submit(() -> task.run(number)));
            }
            for (Future<Integer> one : running) {
                results.add(one.get());
            }
        }
        return results;
    }

    /** Answers the path {@code /first} well, and the first request for any other with what is told; later ones with 200. */
    private Http2Upstream failingOnce(AtomicInteger seen, BiConsumer<Http2Upstream.Peer, Integer> failure)
            throws Exception {
        return new Http2Upstream(server, 100, (peer, frame) -> {
            if (!(frame instanceof Http2HeadersFrame head)) {
                return;
            }
            if (Http2Upstream.Peer.path(head).equals("/first") || seen.incrementAndGet() > 1) {
                peer.head(true, ":status", "200");
            } else {
                failure.accept(peer, peer.id());
            }
        });
    }

    @ParameterizedTest(name = "{0}, repeatable {1}: {2}")
    @DisplayName(
            "PRX-5: what is repeated over HTTP/2 is decided as over HTTP/1.1; what the server says it has not touched always is")
    @CsvSource(textBlock = """
            REFUSED_STREAM, false, again
            REFUSED_STREAM, true, again
            GOAWAY_BELOW, false, again
            GOAWAY_BELOW, true, again
            INTERNAL_ERROR, true, again
            INTERNAL_ERROR, false, fails
            CANCEL, false, fails
            LOST, true, again
            LOST, false, fails
            LOST_MID_ANSWER, true, fails
            RESET_MID_ANSWER, true, fails
            GOAWAY_AT, false, answered
            """)
    void repeats(String failure, boolean repeatable, String outcome) throws Exception {
        AtomicInteger seen = new AtomicInteger();
        try (Http2Upstream upstream = failingOnce(seen, (peer, id) -> fail(failure, peer, id));
                OutboundClient client = client(4, true)) {
            client.exchange(request(upstream.origin(), "GET", "/first", true));
            OutboundRequest tried = request(upstream.origin(), "POST", "/tried", repeatable);
            if (outcome.equals("fails")) {
                assertThatThrownBy(() -> client.exchange(tried))
                        .isInstanceOf(IOException.class)
                        .isNotInstanceOf(NotSentException.class);
            } else {
                assertThat(client.exchange(tried).status()).isEqualTo(200);
            }
            assertThat(seen).hasValue(outcome.equals("again") ? 2 : 1);
        }
    }

    private static void fail(String failure, Http2Upstream.Peer peer, int id) {
        switch (failure) {
            case "GOAWAY_BELOW" -> peer.goAway(id - 2);
            case "GOAWAY_AT" -> {
                peer.goAway(id);
                peer.head(true, ":status", "200");
            }
            case "LOST" -> peer.connection().close().addListener(done -> {});
            case "LOST_MID_ANSWER" ->
                peer.head(false, ":status", "200")
                        .data(false, Unpooled.copiedBuffer("half", UTF_8))
                        .addListener(done -> peer.connection().disconnect().addListener(gone -> {}));
            case "RESET_MID_ANSWER" -> {
                peer.head(false, ":status", "200").data(false, "half");
                peer.reset(Http2Error.INTERNAL_ERROR);
            }
            default -> peer.reset(Http2Error.valueOf(failure));
        }
    }

    @Test
    @DisplayName("PRX-5: a server that refuses for ever is asked a few times only, and the call is told as not sent")
    void refusedForEver() throws Exception {
        AtomicInteger seen = new AtomicInteger();
        try (Http2Upstream upstream = new Http2Upstream(server, 100, (peer, frame) -> {
                    if (frame instanceof Http2HeadersFrame) {
                        seen.incrementAndGet();
                        peer.reset(Http2Error.REFUSED_STREAM);
                    }
                });
                OutboundClient client = client(4, true)) {
            assertThatThrownBy(() -> client.exchange(request(upstream.origin(), "POST", "/", false)))
                    .isInstanceOf(NotSentException.class);
            assertThat(seen).hasValue(OutboundClient.MOST_ATTEMPTS);
        }
    }

    @Test
    @DisplayName("PRX-5: GOAWAY under load loses nothing and doubles nothing, though no call may be repeated")
    void goAwayUnderLoad() throws Exception {
        Map<String, AtomicInteger> processed = new ConcurrentHashMap<>();
        Map<Object, AtomicInteger> streams = new ConcurrentHashMap<>();
        Http2Upstream.Script leaving = (peer, frame) -> {
            if (!(frame instanceof Http2HeadersFrame head)) {
                return;
            }
            int nth = streams.computeIfAbsent(peer.connection(), any -> new AtomicInteger())
                    .incrementAndGet();
            if (nth == 100) {
                peer.goAway(peer.id());
            }
            if (nth <= 100) {
                processed
                        .computeIfAbsent(Http2Upstream.Peer.path(head), any -> new AtomicInteger())
                        .incrementAndGet();
                peer.head(true, ":status", "200");
            }
        };
        try (Http2Upstream upstream = new Http2Upstream(server, 10, leaving);
                OutboundClient client = client(4, true)) {
            List<Integer> statuses = atOnce(
                    800,
                    i -> client.exchange(request(upstream.origin(), "GET", "/" + i, false))
                            .status());
            assertThat(statuses).hasSize(800).containsOnly(200);
            assertThat(processed)
                    .hasSize(800)
                    .allSatisfy((path, times) -> assertThat(times).hasValue(1));
            assertThat(upstream.connections()).isGreaterThanOrEqualTo(8);
        }
    }

    @ParameterizedTest(name = "{0} | {1}")
    @DisplayName(
            "PRX-7: an HTTP/2 answer that HTTP/1.1 could read otherwise, or that is not as long as it says, is none")
    @CsvSource(delimiter = '|', textBlock = """
            :status=200,content-length=3 | abcd
            :status=200,content-length=3 | ab
            :status=200,content-length=3 | -
            :status=200,content-length=3,content-length=4 | abc
            :status=200,content-length=+3 | abc
            :status=200,content-length=0x3 | abc
            :status=200,transfer-encoding=chunked | abc
            :status=200,connection=x-a | abc
            :status=200,keep-alive=1 | abc
            :status=200,proxy-connection=close | abc
            :status=200,upgrade=h2c | abc
            :status=200,X-Upper=1 | abc
            :status=200,x-a=1CRLFx-b: 2 | abc
            :status=200,x-a=1LFx-b: 2 | abc
            :status=200,x-aCRLFx-b=1 | abc
            :status=200,x a=1 | abc
            :status=200,x-a:=1 | abc
            :status=200,x-a=NUL | abc
            :status=200,:path=/ | abc
            :status=200,:unknown=1 | abc
            :status=200,:status=200 | abc
            x-a=1 | abc
            :status=20 | abc
            :status=2000 | abc
            :status=+20 | abc
            :status=101 | -
            :status=103 | -
            :status=204 | abc
            :status=304 | abc
            - | abc
            """)
    void malformed(String head, String body) throws Exception {
        try (Http2Upstream upstream = new Http2Upstream(server, 100, (peer, frame) -> {
                    if (!head.equals("-")) {
                        peer.head(body.equals("-"), fields(head));
                    }
                    if (!body.equals("-")) {
                        peer.data(true, body);
                    }
                });
                OutboundClient client = client(4, true)) {
            assertThatThrownBy(() -> client.exchange(request(upstream.origin(), "GET", "/", false)))
                    .isInstanceOf(IOException.class)
                    .hasMessageNotContaining("deadline");
        }
    }

    private static String[] fields(String head) {
        String text = head.replace("CRLF", "\r\n").replace("LF", "\n").replace("NUL", "a\0b");
        return Arrays.stream(text.split(",", -1))
                .flatMap(line -> Stream.of(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1)))
                .toArray(String[]::new);
    }

    @Test
    @DisplayName("PRX-5: HEAD, 204, 304, 1xx, trailers and a reset after the whole answer are in order")
    void inOrder() throws Exception {
        try (Http2Upstream upstream = new Http2Upstream(server, 100, (peer, frame) -> {
                    if (!(frame instanceof Http2HeadersFrame head)) {
                        return;
                    }
                    switch (Http2Upstream.Peer.path(head)) {
                        case "/head" -> peer.head(true, ":status", "200", "content-length", "5");
                        case "/304" -> peer.head(true, ":status", "304", "content-length", "5");
                        case "/interim" ->
                            peer.head(false, ":status", "103", "link", "</a>")
                                    .head(false, ":status", "200", "content-length", "2")
                                    .data(false, "o")
                                    .data(false, "k")
                                    .head(true, "x-trailer", "1");
                        default -> {
                            peer.head(false, ":status", "413")
                                    .data(true, Unpooled.copiedBuffer("early", UTF_8))
                                    .addListener(done -> peer.reset(Http2Error.NO_ERROR));
                        }
                    }
                });
                OutboundClient client = client(4, true)) {
            Origin origin = upstream.origin();
            assertThat(client.exchange(request(origin, "HEAD", "/head", true)).body())
                    .isEmpty();
            assertThat(client.exchange(request(origin, "GET", "/304", true)).status())
                    .isEqualTo(304);
            assertThat(client.exchange(request(origin, "GET", "/interim", true)).body())
                    .asString(UTF_8)
                    .isEqualTo("ok");
            assertThat(client.exchange(request(origin, "POST", "/early", false)).body())
                    .asString(UTF_8)
                    .isEqualTo("early");
        }
    }
}
