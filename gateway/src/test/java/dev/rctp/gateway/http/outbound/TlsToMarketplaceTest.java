package dev.rctp.gateway.http.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.msgsig.HttpFields;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PRX-5, PRX-6: whom the gateway trusts to be the marketplace, and what it shows of itself. */
class TlsToMarketplaceTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final Transport transport = Transport.open(1);
    private TestAuthority authority;

    @BeforeEach
    void start() throws Exception {
        authority = new TestAuthority(folder, "authority");
    }

    @AfterEach
    void stop() {
        transport.close();
    }

    private ClientTls tls(@Nullable Path trust, @Nullable TlsIdentityFiles identity) throws IOException {
        return ClientTls.open(trust, identity, InstantSource.system());
    }

    private OutboundClient client(ClientTls tls) {
        return new OutboundClient(
                transport, OutboundSettings.of(OutboundTimeouts.defaults(), 4).over(tls, true), host ->
                        new InetAddress[] {InetAddress.getLoopbackAddress()});
    }

    private static OutboundRequest get(Origin origin) {
        return new OutboundRequest(origin, "GET", "/", HttpFields.none(), new byte[0], LONG, 1024, true);
    }

    private static final Http2Upstream.Script OK = (peer, frame) -> {
        if (frame instanceof Http2HeadersFrame) {
            peer.head(false, ":status", "200").data(true, "ok");
        }
    };

    private static RecordingUpstream http1(TestAuthority.Issued own) throws IOException {
        SSLServerSocket socket = (SSLServerSocket) ClientTls.open(null, own.files(), InstantSource.system())
                .get()
                .getServerSocketFactory()
                .createServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        return new RecordingUpstream(socket, wire -> {
            for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
            }
        });
    }

    @Test
    @DisplayName("PRX-5: a server without ALPN is spoken to in HTTP/1.1, over one kept connection")
    void http1() throws Exception {
        try (RecordingUpstream upstream = http1(authority.issue("localhost"));
                OutboundClient client = client(tls(authority.bundle(), null))) {
            Origin origin = new Origin(true, "localhost", upstream.address().getPort());
            for (int i = 0; i < 3; i++) {
                assertThat(client.exchange(get(origin)).body()).asString(UTF_8).isEqualTo("ok");
            }
            assertThat(upstream.connections()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName(
            "PRX-5: an issuer that is not trusted, another host's certificate and an expired one are refused before a request")
    void wrongServers() throws Exception {
        TestAuthority other = new TestAuthority(folder, "other");
        refused(other.issue("localhost"), "localhost", authority.bundle());
        refused(authority.issue("localhost"), "localhost", null);
        refused(authority.issue("localhost"), "shop.example", authority.bundle());
        refused(
                authority.issue("localhost", Instant.now().minus(Duration.ofHours(1))),
                "localhost",
                authority.bundle());
    }

    private void refused(TestAuthority.Issued server, String host, @Nullable Path trust) throws Exception {
        try (Http2Upstream upstream = new Http2Upstream(server, 10, (peer, frame) -> {
                    throw new AssertionError("a request came");
                });
                OutboundClient client = client(tls(trust, null))) {
            Origin origin = new Origin(true, host, upstream.origin().port());
            assertThatThrownBy(() -> client.exchange(get(origin)))
                    .isInstanceOf(NotSentException.class)
                    .hasMessage("cannot connect");
            assertThat(upstream.failures()).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "PRX-6: mTLS: the marketplace sees the gateway's certificate, and lets nobody in who has none or another's")
    void clientCertificate() throws Exception {
        TestAuthority.Issued gateway = authority.issue("gateway.example");
        TestAuthority.Issued stranger = new TestAuthority(folder, "stranger").issue("gateway.example");
        AtomicReference<String> seen = new AtomicReference<>();
        try (Http2Upstream upstream = new Http2Upstream(
                authority.issue("localhost"), 10, ClientAuth.REQUIRE, authority.root(), (peer, frame) -> {
                    if (frame instanceof Http2HeadersFrame) {
                        seen.set(subject(peer));
                        peer.head(true, ":status", "200");
                    }
                })) {
            try (OutboundClient client = client(tls(authority.bundle(), gateway.files()))) {
                assertThat(client.exchange(get(upstream.origin())).status()).isEqualTo(200);
                assertThat(seen).hasValue("CN=gateway.example");
            }
            seen.set("nobody");
            try (OutboundClient none = client(tls(authority.bundle(), null));
                    OutboundClient another = client(tls(authority.bundle(), stranger.files()))) {
                assertThatThrownBy(() -> none.exchange(get(upstream.origin()))).isInstanceOf(IOException.class);
                assertThatThrownBy(() -> another.exchange(get(upstream.origin())))
                        .isInstanceOf(IOException.class);
            }
            assertThat(seen).hasValue("nobody");
        }
    }

    private static String subject(Http2Upstream.Peer peer) throws SSLPeerUnverifiedException {
        return peer.connection()
                .pipeline()
                .get(SslHandler.class)
                .engine()
                .getSession()
                .getPeerPrincipal()
                .getName();
    }

    @Test
    @DisplayName("PRX-5: read again, new files hold for new connections; bad ones change nothing")
    void reload() throws Exception {
        Path trust = folder.resolve("trust.pem");
        Files.copy(authority.bundle(), trust);
        TestAuthority next = new TestAuthority(folder, "next");
        ClientTls tls = tls(trust, null);
        try (Http2Upstream before = new Http2Upstream(authority.issue("localhost"), 10, OK);
                Http2Upstream after = new Http2Upstream(next.issue("localhost"), 10, OK);
                OutboundClient client = client(tls)) {
            assertThat(client.exchange(get(before.origin())).status()).isEqualTo(200);
            Files.writeString(trust, "no certificate");
            assertThat(tls.read(trust, null)).isNull();
            client.renew();
            assertThat(client.exchange(get(before.origin())).status()).isEqualTo(200);
            assertThat(before.connections()).isEqualTo(2);
            Files.copy(next.bundle(), trust, StandardCopyOption.REPLACE_EXISTING);
            tls.take(Objects.requireNonNull(tls.read(trust, null)));
            client.renew();
            assertThat(client.exchange(get(after.origin())).status()).isEqualTo(200);
            assertThatThrownBy(() -> client.exchange(get(before.origin()))).isInstanceOf(NotSentException.class);
        }
    }

    @Test
    @DisplayName("PRX-5: a connection that was being opened under the old trust is not used after a renewal")
    void renewedWhileOpening() throws Exception {
        TestAuthority next = new TestAuthority(folder, "next");
        ClientTls tls = tls(authority.bundle(), null);
        try (Http2Upstream upstream = new Http2Upstream(authority.issue("localhost"), 10, OK);
                Gate gate = new Gate(upstream.origin().port());
                OutboundClient client = client(tls);
                var calling = Executors.newVirtualThreadPerTaskExecutor()) {
            Origin origin = new Origin(true, "localhost", gate.port());
            Future<OutboundResponse> answer = calling.submit(() -> client.exchange(get(origin)));
            gate.await();
            tls.take(Objects.requireNonNull(tls.read(next.bundle(), null)));
            client.renew();
            gate.open();
            assertThatThrownBy(answer::get).hasCauseInstanceOf(NotSentException.class);
        }
    }

    /** Lets nothing of a connection pass to a port until it is opened. */
    private static final class Gate implements AutoCloseable {

        private final ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        private final CountDownLatch came = new CountDownLatch(1);
        private final CountDownLatch opened = new CountDownLatch(1);
        private final int target;

        Gate(int target) throws IOException {
            this.target = target;
            var _ = Thread.ofVirtual().start(this::accept);
        }

        private void accept() {
            try {
                while (true) {
                    Socket client = socket.accept();
                    came.countDown();
                    opened.await();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                    var _ = Thread.ofVirtual().start(() -> pass(client, server));
                    var _ = Thread.ofVirtual().start(() -> pass(server, client));
                }
            } catch (IOException | InterruptedException ended) {
                assertThat(socket.isClosed()).isTrue();
            }
        }

        private static void pass(Socket from, Socket to) {
            try (from;
                    to) {
                var _ = from.getInputStream().transferTo(to.getOutputStream());
            } catch (IOException ended) {
                assertThat(from.isClosed() || to.isClosed()).isTrue();
            }
        }

        int port() {
            return socket.getLocalPort();
        }

        void await() throws InterruptedException {
            assertThat(came.await(10, TimeUnit.SECONDS)).isTrue();
        }

        void open() {
            opened.countDown();
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    @DisplayName("PRX-6: a key that is not the certificate's, or a file without one, can't be used")
    void faults() throws Exception {
        TestAuthority.Issued own = authority.issue("gateway.example");
        TestAuthority.Issued other = authority.issue("gateway.example");
        assertThatThrownBy(() -> tls(
                        null,
                        new TlsIdentityFiles(
                                own.files().certificate(), other.files().key())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("must hold the key");
        assertThatThrownBy(() -> tls(own.files().key(), null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("certificates in PEM");
        assertThatThrownBy(() -> tls(folder.resolve("none.pem"), null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can be read");
    }
}
