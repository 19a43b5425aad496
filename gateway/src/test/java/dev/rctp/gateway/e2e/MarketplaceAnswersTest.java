package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.gateway.http.tls.TlsIdentity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What a marketplace answers, as it reaches clients of the started gateway over HTTP/1.1 and HTTP/2. */
@ExtendWith(Sandboxed.class)
class MarketplaceAnswersTest {

    /** An answer that could be two, {@code smuggled} where the second would be; {@code status} 0 for one that is cut off. */
    record Hostile(String name, int status, String octets) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String OK = "HTTP/1.1 200 OK\r\n";
    private static final String SECOND = OK + "Content-Length: 8\r\n\r\nsmuggled";
    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final Pattern ANSWER = Pattern.compile("HTTP/1\\.1 (\\d{3}) ");

    private static final List<Hostile> HOSTILE = List.of(
            new Hostile(
                    "length and transfer-encoding",
                    503,
                    OK + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SECOND),
            new Hostile(
                    "transfer-encoding and length",
                    503,
                    OK + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + SECOND),
            new Hostile("two lengths", 503, OK + "Content-Length: 2\r\nContent-Length: 60\r\n\r\nok" + SECOND),
            new Hostile("a list of lengths", 503, OK + "Content-Length: 2, 60\r\n\r\nok" + SECOND),
            new Hostile("a length with a sign", 503, OK + "Content-Length: +2\r\n\r\nok" + SECOND),
            new Hostile("a negative length", 503, OK + "Content-Length: -2\r\n\r\nok" + SECOND),
            new Hostile("gzip, chunked", 503, OK + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n" + SECOND),
            new Hostile("xchunked", 503, OK + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SECOND),
            new Hostile(
                    "two transfer-encodings",
                    503,
                    OK + "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + SECOND),
            new Hostile(
                    "space before the colon, which is taken out",
                    200,
                    OK + "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + SECOND),
            new Hostile("CR in a value", 503, OK + "X-A: 1\rContent-Length: 0\r\n\r\n" + SECOND),
            new Hostile("NUL in a value", 503, OK + "X-A: 1\0\r\nContent-Length: 0\r\n\r\n" + SECOND),
            new Hostile("a control octet in a name", 503, OK + "X\1A: 1\r\nContent-Length: 0\r\n\r\n" + SECOND),
            new Hostile("white space in a name", 503, OK + "Set Cookie: a\r\nContent-Length: 2\r\n\r\nok" + SECOND),
            new Hostile("a tab in a name", 503, OK + "Content\tLength: 60\r\nContent-Length: 2\r\n\r\nok" + SECOND),
            new Hostile(
                    "a name with white space and no colon",
                    503,
                    OK + "Set Cookie\r\nContent-Length: 2\r\n\r\nok" + SECOND),
            new Hostile("no status line", 503, "smuggled\r\n\r\n" + SECOND),
            new Hostile("a status of two digits", 503, "HTTP/1.1 20 OK\r\nContent-Length: 0\r\n\r\n" + SECOND),
            new Hostile(
                    "another protocol, unasked",
                    503,
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n" + SECOND),
            new Hostile("a size that is none", 0, CHUNKED + "2\r\nok\r\nxyz\r\n" + SECOND),
            new Hostile("a chunk longer than its size", 0, CHUNKED + "2\r\nokay\r\n0\r\n\r\n" + SECOND),
            new Hostile("a negative size", 0, CHUNKED + "2\r\nok\r\n-1\r\n\r\n" + SECOND),
            new Hostile("a second answer, unasked", 200, OK + "Content-Length: 2\r\n\r\nok" + SECOND),
            new Hostile("a second answer after the last chunk", 200, CHUNKED + "2\r\nok\r\n0\r\n\r\n" + SECOND),
            new Hostile("204 with a body", 204, "HTTP/1.1 204 No Content\r\n\r\n" + SECOND),
            new Hostile("304 with a body", 304, "HTTP/1.1 304 Not Modified\r\nContent-Length: 60\r\n\r\n" + SECOND),
            new Hostile(
                    "a thousand interim answers",
                    200,
                    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(1_000) + OK + "Content-Length: 2\r\n\r\nok"
                            + SECOND));

    @TempDir
    private static Path folder;

    private static final Semaphore FIRST_SEEN = new Semaphore(0);

    private static PemFiles pem;
    private static RecordingUpstream marketplace;
    private static RecordingUpstream both;
    private static AnotherGateway plain;
    private static AnotherGateway encrypted;
    private static SSLContext client;

    @BeforeAll
    static void start(World world, Path state) throws Exception {
        pem = PemFiles.ec(folder);
        client = PemFiles.trusting(pem);
        marketplace = new RecordingUpstream(MarketplaceAnswersTest::answer);
        both = new RecordingUpstream(speakingBoth(), MarketplaceAnswersTest::webSocket);
        plain = AnotherGateway.start(state, folder, "answers-plain", world.clock(), config -> {
            config.withObject("/listen").put("scheme", "https");
            before(config, "http://127.0.0.1:" + marketplace.address().getPort());
        });
        Consumer<ObjectNode> tls = AnotherGateway.tls(pem);
        encrypted = AnotherGateway.start(
                state,
                folder,
                "answers-tls",
                world.clock(),
                tls.andThen(config -> before(
                        config, "http://127.0.0.1:" + marketplace.address().getPort())));
    }

    private static void before(ObjectNode config, String marketplaceUrl) {
        config.withObject("/upstream").put("base_url", marketplaceUrl);
        config.withObject("/listen").withArray("/public_authorities").add("shop.example");
    }

    private static SSLServerSocket speakingBoth() throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(((TlsIdentity) pem.files().read(Instant.now())).keyManagers(), null, null);
        SSLServerSocket server = (SSLServerSocket)
                tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        SSLParameters parameters = server.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2", "http/1.1"});
        server.setSSLParameters(parameters);
        return server;
    }

    @AfterAll
    static void stop() throws Exception {
        plain.close();
        encrypted.close();
        marketplace.close();
        both.close();
    }

    private static void answer(Wire wire) throws IOException {
        for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
            String path = head.split(" ", 3)[1];
            if (path.startsWith("/hostile/")) {
                wire.send(HOSTILE.get(Integer.parseInt(path.substring("/hostile/".length())))
                        .octets());
            } else if (path.equals("/hints")) {
                wire.sendHead("HTTP/1.1 103 Early Hints", "Link: </a>");
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 4");
                wire.send(head.startsWith("HEAD") ? "" : "body");
            } else if (path.equals("/named-away")) {
                wire.send(OK
                        + "Connection: Content-Length, X-Hop, content-type\r\nX-Hop: 1\r\nContent-Type: text/plain\r\n"
                        + "Content-Length: 4\r\n\r\n" + (head.startsWith("HEAD") ? "" : "body"));
            } else if (path.equals("/trailers")) {
                wire.send(CHUNKED + "4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n");
            } else if (path.equals("/events")) {
                events(wire);
            } else {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 4").send("next");
            }
        }
    }

    /** The second event exists when the client has told that it has the first. */
    private static void events(Wire wire) throws IOException {
        wire.sendHead("HTTP/1.1 200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked");
        wire.send("9\r\ndata: 1\n\n\r\n");
        FIRST_SEEN.acquireUninterruptibly();
        wire.send("9\r\ndata: 2\n\n\r\n0\r\n\r\n");
    }

    private static void webSocket(Wire wire) throws IOException {
        SSLSocket socket = (SSLSocket) wire.socket();
        socket.startHandshake();
        if (socket.getApplicationProtocol().equals("http/1.1") && wire.head().contains("websocket")) {
            wire.sendHead("HTTP/1.1 101 Switching Protocols", "Connection: upgrade", "Upgrade: websocket");
            wire.send("echo " + wire.octets(5));
        }
    }

    static List<Integer> hostile() {
        return IntStream.range(0, HOSTILE.size()).boxed().toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    @DisplayName("PRX-7: an answer that could be two is one or none, over HTTP/1.1")
    void overHttp1(int number) throws Exception {
        Hostile each = HOSTILE.get(number);
        try (Wire wire = new Wire(plain.address())) {
            wire.send("GET /hostile/" + number + " HTTP/1.1\r\nHost: shop.example\r\n\r\n"
                    + "GET /next HTTP/1.1\r\nHost: shop.example\r\nConnection: close\r\n\r\n");
            String answers = wire.rest();
            List<String> statuses = ANSWER.matcher(answers)
                    .results()
                    .map(found -> found.group(1))
                    .filter(status -> !status.equals("103"))
                    .toList();
            assertThat(answers).as(each.name()).doesNotContain("smuggled");
            switch (each.status()) {
                case 0 -> {
                    assertThat(statuses).as(answers).isIn(List.of(), List.of("200"));
                    assertThat(answers).doesNotContain("\r\n0\r\n");
                }
                default -> {
                    assertThat(statuses).as(answers).containsExactly(String.valueOf(each.status()), "200");
                    assertThat(answers).endsWith("next");
                }
            }
        }
        nextOverHttp1();
    }

    private static void nextOverHttp1() throws IOException {
        try (Wire wire = new Wire(plain.address())) {
            wire.sendHead("GET /next HTTP/1.1", "Host: shop.example");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("next");
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("hostile")
    @DisplayName("PRX-7: an answer that could be two is one or none, over HTTP/2")
    void overHttp2(int number) throws Exception {
        Hostile each = HOSTILE.get(number);
        try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
            FrameWire.Answer answer =
                    wire.request(1, true, "GET", "/hostile/" + number).answer(1);
            assertThat(answer.toString()).as(each.name()).doesNotContain("smuggled");
            assertThat(answer.whole()).isEqualTo(each.status() != 0);
            if (each.status() != 0) {
                assertThat(answer.status()).isEqualTo(each.status());
            }
            for (int stream = 3; stream < 9; stream += 2) {
                assertThat(wire.request(stream, true, "GET", "/next")
                                .answer(stream)
                                .body())
                        .isEqualTo("next");
            }
        }
    }

    @Test
    @DisplayName("B28: an interim answer to HEAD shifts no answer after it")
    void interim() throws Exception {
        String host = " HTTP/1.1\r\nHost: shop.example\r\n";
        try (Wire wire = new Wire(plain.address())) {
            wire.send("HEAD /hints" + host + "\r\nGET /next" + host + "\r\nHEAD /hints" + host + "\r\nGET /hints" + host
                    + "Connection: close\r\n\r\n");
            String answers = wire.rest();
            assertThat(ANSWER.matcher(answers).results().map(found -> found.group(1)))
                    .containsExactly("103", "200", "200", "103", "200", "103", "200");
            assertThat(answers)
                    .containsOnlyOnce("next")
                    .containsOnlyOnce("body")
                    .endsWith("body");
        }
        try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
            FrameWire.Answer head = wire.request(1, true, "HEAD", "/hints").answer(1);
            assertThat(head.heads()).extracting(each -> each.get(":status")).containsExactly("103", "200");
            assertThat(head.body()).isEmpty();
            assertThat(wire.request(3, true, "GET", "/hints").answer(3).body()).isEqualTo("body");
        }
    }

    @Test
    @DisplayName("PRX-7: a marketplace's Connection names away neither the length nor the type of its answer")
    void namedAway() throws Exception {
        String host = " HTTP/1.1\r\nHost: shop.example\r\n";
        try (Wire wire = new Wire(plain.address())) {
            wire.send("GET /named-away" + host + "\r\nHEAD /named-away" + host + "\r\nGET /next" + host
                    + "Connection: close\r\n\r\n");
            for (String body : List.of("body", "")) {
                assertThat(wire.head())
                        .containsIgnoringCase("Content-Length: 4\r\n")
                        .containsIgnoringCase("Content-Type: text/plain\r\n")
                        .doesNotContainIgnoringCase("transfer-encoding")
                        .doesNotContainIgnoringCase("x-hop");
                assertThat(wire.octets(body.length())).isEqualTo(body);
            }
            assertThat(wire.rest()).endsWith("next");
        }
        try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
            FrameWire.Answer answer =
                    wire.request(1, true, "GET", "/named-away").answer(1);
            assertThat(answer.heads().getFirst())
                    .containsEntry("content-length", "4")
                    .doesNotContainKey("x-hop");
            assertThat(answer.body()).isEqualTo("body");
        }
    }

    @Test
    @DisplayName("PRX-5: a marketplace's trailers end at the gateway, and the answer after them is whole")
    void trailers() throws Exception {
        String host = " HTTP/1.1\r\nHost: shop.example\r\n";
        try (Wire wire = new Wire(plain.address())) {
            wire.send("GET /trailers" + host + "\r\nGET /next" + host + "Connection: close\r\n\r\n");
            assertThat(wire.rest())
                    .contains("4\r\nbody\r\n0\r\n\r\nHTTP/1.1 200")
                    .endsWith("next")
                    .doesNotContainIgnoringCase("x-sum");
        }
        try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
            FrameWire.Answer answer = wire.request(1, true, "GET", "/trailers").answer(1);
            assertThat(answer.heads()).hasSize(1);
            assertThat(answer.body()).isEqualTo("body");
        }
    }

    @Test
    @DisplayName("PRX-4: an event reaches the client before the next one exists")
    void events() throws Exception {
        try (Wire wire = new Wire(plain.address())) {
            wire.sendHead("GET /events HTTP/1.1", "Host: shop.example", "Connection: close");
            assertThat(wire.head()).contains("text/event-stream");
            assertThat(wire.octets(14)).contains("data: 1");
            FIRST_SEEN.release();
            assertThat(wire.rest()).contains("data: 2");
        }
        try (FrameWire wire = new FrameWire(encrypted.address(), client)) {
            wire.request(1, true, "GET", "/events");
            assertThat(wire.frameOf(1).type()).isEqualTo(FrameWire.HEADERS);
            assertThat(new String(wire.frameOf(1).payload(), java.nio.charset.StandardCharsets.ISO_8859_1))
                    .isEqualTo("data: 1\n\n");
            FIRST_SEEN.release();
            assertThat(wire.answer(1).body()).isEqualTo("data: 2\n\n");
        }
    }

    @Test
    @DisplayName("PRX-4: a WebSocket goes over HTTP/1.1 to a marketplace that would speak HTTP/2")
    void webSocket(World world, Path state) throws Exception {
        URI marketplaceUrl = URI.create("https://localhost:" + both.address().getPort());
        try (AnotherGateway gateway =
                AnotherGateway.start(state, folder, "answers-websocket", world.clock(), config -> {
                    config.withObject("/listen").put("scheme", "https");
                    before(config, marketplaceUrl.toString());
                    config.withObject("/upstream")
                            .putObject("tls")
                            .put("trust", pem.certificate().toString());
                })) {
            try (Wire wire = new Wire(gateway.address())) {
                wire.sendHead(
                        "GET /socket HTTP/1.1",
                        "Host: shop.example",
                        "Connection: Upgrade",
                        "Upgrade: websocket",
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==");
                assertThat(wire.head()).startsWith("HTTP/1.1 101");
                wire.send("hello");
                assertThat(wire.octets(10)).isEqualTo("echo hello");
            }
        }
    }
}
