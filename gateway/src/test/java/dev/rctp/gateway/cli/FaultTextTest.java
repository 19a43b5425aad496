package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No fault is told as {@code null}, or as a name alone. */
class FaultTextTest {

    @TempDir
    private Path folder;

    static List<IOException> faults() {
        return List.of(
                new ConnectException(),
                new UnknownHostException("shop.example"),
                new NoRouteToHostException(),
                new SocketException(),
                new HttpConnectTimeoutException("HTTP connect timed out"),
                new HttpTimeoutException("request timed out"),
                new SSLHandshakeException("PKIX path building failed"),
                new ClosedChannelException(),
                new EOFException(),
                new IOException(),
                new IOException((String) null),
                new IOException(new IOException()),
                new IOException("", new EOFException("the end")),
                new NoSuchFileException("a.json"),
                new AccessDeniedException("a.json"),
                new FileAlreadyExistsException("a.json"),
                new NotDirectoryException("a.json"),
                new FileSystemException("a.json", null, "No space left on device"));
    }

    @ParameterizedTest
    @MethodSource("faults")
    @DisplayName("a fault without a sentence of its own gets one: never null, never the name alone")
    void sentences(IOException fault) {
        for (String text : List.of(FaultText.of(fault), FaultText.of(fault, "https://shop.example"))) {
            assertThat(text).isNotBlank().doesNotContain("null").isNotEqualTo("a.json");
        }
    }

    @Test
    @DisplayName("the first message there is in a chain of causes is told")
    void firstMessage() {
        assertThat(FaultText.of(new IOException(new EOFException("the end")))).isEqualTo("the end");
        assertThat(FaultText.of(new IOException("outside", new EOFException("the end"))))
                .isEqualTo("outside");
    }

    /** A port that nobody has. */
    private static String closed() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return "http://127.0.0.1:" + free.getLocalPort();
        }
    }

    private List<List<String>> commands(String address) throws IOException {
        Path bearer = Files.writeString(folder.resolve("bearer"), "the-secret");
        Path key = folder.resolve("agent.jwk");
        Files.deleteIfExists(key);
        rctp("keygen", "--out", key.toString());
        String deal = "dea_" + "a".repeat(26);
        return List.of(
                List.of(
                        "record",
                        "export",
                        "--deal",
                        deal,
                        "--management",
                        address,
                        "--bearer-file",
                        bearer.toString()),
                List.of("call", "--key", key.toString(), "--profile", "https://a.example/ucp", "GET", address),
                List.of("profile", "check", "--allow-loopback", address + "/ucp"),
                List.of("ready", "--management", address));
    }

    @Test
    @DisplayName("each command that calls says at which address nobody answers, in one line")
    void nobodyAnswers() throws Exception {
        String address = closed();
        for (List<String> command : commands(address)) {
            Typed typed = rctp(command.toArray(String[]::new));
            assertThat(typed.exit()).as(typed.all()).isNotZero();
            assertThat(typed.err())
                    .startsWith("rctp: ")
                    .hasLineCount(1)
                    .contains(address)
                    .containsAnyOf("nothing answers at", "nobody answers at")
                    .doesNotContain("null", "Exception", "the-secret");
        }
    }

    @Test
    @DisplayName("rctp call -v says that nothing answers where the gateway's keys should be")
    void noKeys() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        try {
            String address = closed();
            String called = "http://127.0.0.1:" + server.getAddress().getPort();
            List<String> all = new ArrayList<>(commands(called).get(1));
            all.addAll(1, List.of("-v", "--gateway-profile", address));
            assertThat(rctp(all.toArray(String[]::new)).err())
                    .contains("for want of its keys: nothing answers at " + address)
                    .doesNotContain("null");
        } finally {
            server.stop(0);
        }
    }
}
