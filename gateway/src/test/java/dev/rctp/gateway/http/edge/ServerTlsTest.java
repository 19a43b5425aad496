package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.http.FrameWire;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerTlsTest {

    private static final String HOST = "Host: shop.example";

    @TempDir
    private Path folder;

    private final List<Wire> silence = new ArrayList<>();
    private PemFiles pem;
    private RecordingUpstream upstream;

    @BeforeEach
    void files() throws Exception {
        pem = PemFiles.ec(folder);
        upstream = new RecordingUpstream(wire -> {
            while (!wire.head().isEmpty()) {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
            }
        });
    }

    @AfterEach
    void end() throws IOException {
        for (Wire wire : silence) {
            wire.close();
        }
        upstream.close();
    }

    private EncryptedEdge edge(boolean http2) throws IOException {
        return new EncryptedEdge(
                pem, upstream.origin(), request -> PlainReplies.text(200, "governed"), same -> same, http2);
    }

    private static SSLSocket connect(InetSocketAddress server, SSLContext tls, String[] versions, String... protocols)
            throws IOException {
        SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(server.getAddress(), server.getPort());
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setProtocols(versions);
        parameters.setApplicationProtocols(protocols);
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(10_000);
        socket.startHandshake();
        return socket;
    }

    private static BigInteger serial(SSLSocket socket) throws SSLException {
        return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }

    @Test
    @DisplayName(
            "PRX-5: HTTP/1.1 over TLS 1.2 and 1.3, chosen by ALPN or for want of it; the end is told by close_notify")
    void http1() throws Exception {
        SSLContext trusting = PemFiles.trusting(pem);
        try (EncryptedEdge edge = edge(true)) {
            for (String version : new String[] {"TLSv1.2", "TLSv1.3"}) {
                String[] one = {version};
                for (String[] protocols : new String[][] {{}, {"http/1.1"}}) {
                    try (Wire wire = new Wire(connect(edge.address(), trusting, one, protocols))) {
                        wire.sendHead("GET /catalog HTTP/1.1", HOST);
                        assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("ok");
                        wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST, "Connection: close");
                        assertThat(wire.rest()).startsWith("HTTP/1.1 200").endsWith("governed");
                    }
                }
            }
        }
    }

    @Test
    @DisplayName("PRX-4: a WebSocket becomes a tunnel inside TLS")
    void webSocket() throws Exception {
        try (RecordingUpstream echo = new RecordingUpstream(wire -> {
                    wire.head();
                    wire.sendHead(
                            "HTTP/1.1 101 Switching Protocols",
                            "Connection: upgrade",
                            "Upgrade: websocket",
                            "Sec-WebSocket-Accept: x");
                    wire.send(wire.octets(5));
                });
                EncryptedEdge edge =
                        new EncryptedEdge(pem, echo.origin(), request -> PlainReplies.text(200, "governed"));
                Wire wire = new Wire(
                        connect(edge.address(), PemFiles.trusting(pem), new String[] {"TLSv1.3"}, "http/1.1"))) {
            wire.sendHead("GET /socket HTTP/1.1", HOST, "Connection: Upgrade", "Upgrade: websocket");
            assertThat(wire.head()).startsWith("HTTP/1.1 101");
            assertThat(wire.send("hello").octets(5)).isEqualTo("hello");
        }
    }

    @Test
    @DisplayName("older versions of TLS, cleartext and unknown protocols get no answer")
    void refused() throws Exception {
        SSLContext trusting = PemFiles.trusting(pem);
        try (EncryptedEdge edge = edge(true)) {
            assertThatThrownBy(() -> connect(edge.address(), trusting, new String[] {"TLSv1.3"}, "spdy/3"))
                    .isInstanceOf(SSLException.class);
            assertThatThrownBy(() -> connect(edge.address(), trusting, new String[] {"TLSv1.1"}))
                    .isInstanceOf(IOException.class);
            try (Wire wire = new Wire(edge.address())) {
                assertThat(wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST).rest())
                        .doesNotContain("HTTP/1.1");
            }
        }
    }

    @Test
    @DisplayName("http2: false leaves HTTP/1.1 alone, whatever the client offers")
    void withoutHttp2() throws Exception {
        try (EncryptedEdge edge = edge(false);
                SSLSocket socket =
                        connect(edge.address(), PemFiles.trusting(pem), new String[] {"TLSv1.3"}, "h2", "http/1.1")) {
            assertThat(socket.getApplicationProtocol()).isEqualTo("http/1.1");
        }
    }

    @Test
    @DisplayName("a handshake has its time, and counts as a connection until then")
    void handshakeTimeout() throws Exception {
        try (EncryptedEdge edge = new EncryptedEdge(
                        pem,
                        upstream.origin(),
                        request -> PlainReplies.text(200, "governed"),
                        ServerTlsTest::eightConnections,
                        true);
                Wire silent = new Wire(edge.address())) {
            for (int i = 1; i < 8; i++) {
                silence.add(new Wire(edge.address()));
            }
            try (FrameWire second = new FrameWire(edge.address(), PemFiles.trusting(pem))) {
                assertThat(second.goAway()).isEqualTo(FrameWire.ENHANCE_YOUR_CALM);
            }
            assertThat(silent.rest()).isEmpty();
            await().untilAsserted(() -> {
                try (FrameWire third = new FrameWire(edge.address(), PemFiles.trusting(pem))) {
                    assertThat(third.request(1, true, "GET", "/catalog")
                                    .answer(1)
                                    .body())
                            .isEqualTo("ok");
                }
            });
        }
    }

    @Test
    @DisplayName("RFC 9113 5.4.1: a client that is turned away while it sends still reads why")
    void turnedAwayWhileSending() throws Exception {
        try (EncryptedEdge edge = new EncryptedEdge(
                pem,
                upstream.origin(),
                request -> PlainReplies.text(200, "governed"),
                ServerTlsTest::eightConnections,
                true)) {
            for (int i = 0; i < 8; i++) {
                silence.add(new Wire(edge.address()));
            }
            try (FrameWire ninth = new FrameWire(edge.address(), PemFiles.trusting(pem)).deaf()) {
                assertThat(ninth.next()).isNotNull();
                for (int i = 0; i < 500; i++) {
                    ninth.frame(FrameWire.PING, 0, 0, new byte[8]);
                }
                assertThat(ninth.goAway()).isEqualTo(FrameWire.ENHANCE_YOUR_CALM);
            }
        }
    }

    private static EdgeSettings eightConnections(EdgeSettings from) {
        return new EdgeSettings(
                from.bind(),
                from.scheme(),
                from.hosts(),
                from.maxRequestLineBytes(),
                from.maxHeadBytes(),
                from.maxGovernedBodyBytes(),
                Duration.ofSeconds(3),
                from.bodyTimeout(),
                from.idleTimeout(),
                8,
                1,
                null);
    }

    @Test
    @DisplayName("changed files are read by themselves; what is connected lives on; bad files keep the old certificate")
    void reload() throws Exception {
        PemFiles next = PemFiles.make(folder, "-keyalg", "RSA", "-keysize", "2048");
        SSLContext trusting = PemFiles.trusting(pem, next);
        String[] version = {"TLSv1.3"};
        BigInteger first = pem.serial();
        try (EncryptedEdge edge = edge(true);
                FrameWire living = new FrameWire(edge.address(), trusting)) {
            assertThat(serial(living.socket())).isEqualTo(first);
            pem.replaceBy(next);
            await().until(() -> {
                try (SSLSocket socket = connect(edge.address(), trusting, version)) {
                    return serial(socket).equals(next.serial());
                }
            });
            assertThat(living.request(1, true, "GET", "/catalog").answer(1).body())
                    .isEqualTo("ok");

            Files.write(pem.key(), "no key".getBytes(ISO_8859_1));
            assertThat(edge.tls().read(null)).isNull();
            Files.delete(pem.certificate());
            assertThat(edge.tls().read(null)).isNull();
            try (SSLSocket socket = connect(edge.address(), trusting, version)) {
                assertThat(serial(socket)).isEqualTo(next.serial());
            }
            assertThat(living.request(3, true, "GET", "/catalog").answer(3).body())
                    .isEqualTo("ok");
        }
    }

    @Test
    @DisplayName("a look at the files that fails is not the last one")
    void looksAgain() throws Exception {
        AtomicInteger read = new AtomicInteger();
        InstantSource failing = () -> {
            if (read.incrementAndGet() == 2) {
                throw new IllegalStateException("no time");
            }
            return Instant.now();
        };
        PemFiles next = PemFiles.ec(folder);
        try (ServerTls tls = ServerTls.open(pem.files(), true, Duration.ofMillis(20), failing)) {
            assertThat(tls).isNotNull();
            pem.replaceBy(next);
            await().untilAsserted(() -> assertThat(read).hasValueGreaterThan(2));
        }
    }
}
