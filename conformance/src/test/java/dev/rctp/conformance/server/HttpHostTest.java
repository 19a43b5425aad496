package dev.rctp.conformance.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server's framing, over real sockets (RFC 9112). */
final class HttpHostTest {

    private final Queue<Received> received = new ConcurrentLinkedQueue<>();
    private final HttpHost host = HttpHost.start(Place.loopback().bind(), null, this::answer);

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void whatIsNoRequestIsAnsweredAsNoGatewayDoes() throws Exception {
        assertThat(talk("GET /a HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n")).startsWith("HTTP/1.1 599");
    }

    @Test
    void aLengthOutOfBoundsEndsTheConnection() throws Exception {
        assertThat(talk("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4294967295\r\n\r\n"))
                .isEmpty();
        assertThat(talk("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n"))
                .isEmpty();
    }

    @Test
    void keepsTheConnectionAndTheOctetsOfEachHead() throws IOException {
        String first = "GET /one?q=%20 HTTP/1.1\r\nHost: a\r\nX-Case:  two \r\nx-case: three\r\n\r\n";
        String second = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc";
        assertThat(talk(first + second)).contains("GET ").endsWith("abc");
        Received one = received.remove();
        assertThat(new String(one.head(), StandardCharsets.US_ASCII)).isEqualTo(first);
        assertThat(one.path()).isEqualTo("/one");
        assertThat(one.query()).isEqualTo("q=%20");
        assertThat(one.parameter("q")).isEqualTo(" ");
        assertThat(one.headers("x-case")).containsExactly("two", "three");
        assertThat(one.headers().get(1).getKey()).isEqualTo("X-Case");
        assertThat(host.connections()).isEqualTo(1);
    }

    @Test
    void readsChunksAndSaysContinue() throws IOException {
        String head = "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n";
        String answer = talk(head + "Connection: close\r\n\r\n4\r\nWiki\r\n5;x=y\r\npedia\r\n0\r\nTrailer: t\r\n\r\n");
        assertThat(answer)
                .startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ")
                .endsWith("Wikipedia");
    }

    @Test
    void givesHeadAlengthWithoutABody() throws IOException {
        assertThat(talk("HEAD /five HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .contains("Content-Length: 5\r\n")
                .endsWith("\r\n\r\n");
    }

    @Test
    void leavesAlengthOfTheAnswersOwn() throws IOException {
        assertThat(talk("GET /short HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .containsOnlyOnce("Content-Length")
                .contains("Content-Length: 9\r\n")
                .endsWith("12345");
    }

    @Test
    void streamsInChunksAndLeavesABrokenBodyWithoutItsEnd() throws IOException {
        assertThat(talk("GET /stream HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .endsWith("\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n");
        assertThat(talk("GET /broken HTTP/1.1\r\nHost: a\r\n\r\n")).endsWith("\r\n\r\n2\r\nab\r\n");
    }

    @Test
    void hangsUpAndWritesRawOctets() throws IOException {
        assertThat(talk("GET /hang HTTP/1.1\r\nHost: a\r\n\r\n")).isEmpty();
        assertThat(talk("GET /raw HTTP/1.1\r\nHost: a\r\n\r\n")).isEqualTo("no HTTP");
    }

    @Test
    void answersLaterWhereAsked() throws IOException {
        long start = System.nanoTime();
        assertThat(talk("GET /late HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 200");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(190));
    }

    @Test
    void handsTheConnectionOverAfterAnUpgrade() throws IOException {
        assertThat(talk("GET /upgrade HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nhello"))
                .startsWith("HTTP/1.1 101 ")
                .endsWith("\r\n\r\nhello");
    }

    @Test
    void closesOpenConnectionsAtOnce() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port())) {
            socket.setSoTimeout(5000);
            socket.getOutputStream().write("GET /five HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.read()).isEqualTo('H');
            host.close();
            assertThat(rest(in)).endsWith("12345");
        }
    }

    private Reply answer(Received request) {
        received.add(request);
        return switch (request.path()) {
            case "/echo" -> Reply.of(200, "text/plain", request.body());
            case "/five" -> Reply.text(200, "12345");
            case "/short" -> Reply.text(200, "12345").with("Content-Length", "9");
            case "/stream" ->
                Reply.streaming(out -> {
                    for (String part : List.of("ab", "c")) {
                        out.write(part.getBytes(StandardCharsets.US_ASCII));
                        out.flush();
                    }
                });
            case "/broken" ->
                Reply.streaming(out -> {
                    out.write("ab".getBytes(StandardCharsets.US_ASCII));
                    out.flush();
                    throw new IOException("broken");
                });
            case "/hang" -> Reply.hangUp();
            case "/raw" -> Reply.raw("no HTTP".getBytes(StandardCharsets.US_ASCII));
            case "/late" -> Reply.of(200).after(Duration.ofMillis(200));
            case "/upgrade" -> Reply.upgraded("x", (in, out) -> out.write(in.readNBytes(5)));
            default -> Reply.text(200, request.method() + " " + request.target() + "\n");
        };
    }

    private String talk(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), host.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return rest(socket.getInputStream());
        }
    }

    /** What comes until the end or a reset. */
    private static String rest(InputStream in) {
        StringBuilder rest = new StringBuilder();
        try {
            for (int octet = in.read(); octet >= 0; octet = in.read()) {
                rest.append((char) octet);
            }
        } catch (IOException e) {
            rest.append(e instanceof SocketTimeoutException ? " TIMEOUT" : "");
        }
        return rest.toString();
    }
}
