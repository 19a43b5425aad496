package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.ClientTls;
import dev.rctp.gateway.http.outbound.TestAuthority;
import dev.rctp.gateway.http.tls.PemFiles;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** What a reload makes of the TLS files of a started gateway, and of the connections to its marketplace. */
@ExtendWith(Sandboxed.class)
class ReloadedTlsTest {

    @TempDir
    Path folder;

    private TestAuthority authority;
    private RecordingUpstream marketplace;
    private PemFiles pem;

    @BeforeEach
    void start() throws Exception {
        authority = new TestAuthority(folder, "authority");
        pem = PemFiles.ec(folder);
        TestAuthority.Issued own = authority.issue("localhost");
        SSLServerSocket socket = (SSLServerSocket) ClientTls.open(null, own.files(), InstantSource.system())
                .get()
                .getServerSocketFactory()
                .createServerSocket();
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        marketplace = new RecordingUpstream(socket, wire -> {
            while (!wire.head().isEmpty()) {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 2").send("ok");
            }
        });
    }

    @AfterEach
    void stop() throws Exception {
        marketplace.close();
    }

    private Consumer<ObjectNode> upstream(int port, Path trust) {
        return config -> config.withObject("/upstream")
                .put("base_url", "https://localhost:" + port)
                .putObject("tls")
                .put("trust", trust.toString());
    }

    private int port() {
        return marketplace.address().getPort();
    }

    private AnotherGateway gateway(World world, Path state, Path trust) throws Exception {
        return AnotherGateway.start(
                state,
                folder,
                "reloaded",
                world.clock(),
                AnotherGateway.tls(pem).andThen(upstream(port(), trust)));
    }

    /** Asks the marketplace through a gateway whose certificate has to be one of these. */
    private static String ask(AnotherGateway gateway, PemFiles... trusted) throws Exception {
        SSLContext tls = PemFiles.trusting(trusted);
        InetSocketAddress address = gateway.address();
        try (Wire wire =
                new Wire((SSLSocket) tls.getSocketFactory().createSocket(address.getAddress(), address.getPort()))) {
            wire.sendHead("GET /listings HTTP/1.1", "Host: localhost:" + gateway.port(), "Connection: close");
            return wire.rest();
        }
    }

    @Test
    @DisplayName("product: a bad TLS file for the marketplace leaves the agents' certificate as it was too")
    void bothOrNone(World world, Path state) throws Exception {
        Path trust = Files.copy(authority.bundle(), folder.resolve("trust.pem"));
        PemFiles next = PemFiles.ec(folder);
        try (AnotherGateway running = gateway(world, state, trust)) {
            assertThat(ask(running, pem)).startsWith("HTTP/1.1 200").endsWith("ok");
            running.reload(
                    AnotherGateway.tls(next).andThen(upstream(port(), trust)),
                    () -> Files.writeString(trust, "no certificate"));
            assertThat(ask(running, pem)).as("with both old").startsWith("HTTP/1.1 200");

            Files.copy(authority.bundle(), folder.resolve("good.pem"));
            running.reload(AnotherGateway.tls(next).andThen(upstream(port(), folder.resolve("good.pem"))));
            assertThat(ask(running, next)).as("with both new").startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("PRX-5: trust that comes with another base_url waits for the restart, as that does")
    void anotherMarketplace(World world, Path state) throws Exception {
        Path other = new TestAuthority(folder, "other").bundle();
        try (AnotherGateway running = gateway(world, state, authority.bundle())) {
            running.reload(AnotherGateway.tls(pem).andThen(upstream(port() + 1, other)));
            assertThat(ask(running, pem)).startsWith("HTTP/1.1 200").endsWith("ok");
        }
    }
}
