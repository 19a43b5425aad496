package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an operator's commands do with servers that answer badly on purpose. */
class HostileServerTest {

    private static final String ESCAPES = "\u001b]0;PWNED\u0007\u001b[2J";
    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n";

    /** One answer. */
    @FunctionalInterface
    interface Script {
        void answer(Socket client) throws IOException;
    }

    @TempDir
    private Path folder;

    private final ServerSocket server = open();
    private volatile Script script = client -> {};

    private static ServerSocket open() {
        try {
            return new ServerSocket(0, 10, InetAddress.ofLiteral("127.0.0.1"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void serve() {
        Thread.ofVirtual().start(() -> {
            while (true) {
                try (Socket client = server.accept()) {
                    assertThat(client.getInputStream().read(new byte[65_536])).isPositive();
                    script.answer(client);
                } catch (IOException e) {
                    if (server.isClosed()) {
                        return;
                    }
                }
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private String url() {
        return "http://127.0.0.1:" + server.getLocalPort() + "/p";
    }

    private static Script text(String answer) {
        return client -> client.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
    }

    private Typed call(String... more) {
        return callAs("https://a.example/ucp", more);
    }

    private Typed callAs(String profile, String... more) {
        String key = folder.resolve("agent.jwk").toString();
        rctp("keygen", "--out", key);
        List<String> words = new ArrayList<>(List.of("call", "--key", key, "--profile", profile));
        words.addAll(List.of(more));
        return rctp(words.toArray(String[]::new));
    }

    private static void assertPlain(Typed typed) {
        assertThat(typed.all()).doesNotContainPattern("[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u202e]");
    }

    @Test
    @DisplayName("a status line is not quoted: one sentence and exit 2")
    void statusLine() {
        script = text("HTTP/1.1 " + ESCAPES + "xx\r\n\r\n");
        for (Typed typed : List.of(call("GET", url()), rctp("profile", "check", "--allow-loopback", url()))) {
            assertThat(typed.exit()).isEqualTo(2);
            assertThat(typed.err())
                    .contains("no whole HTTP answer")
                    .hasLineCount(1)
                    .doesNotContain("PWNED");
            assertPlain(typed);
        }
    }

    @Test
    @DisplayName("control characters of an answer's fields are shown by -v, not printed")
    void fields() {
        script = text(HEAD + "X-A: a\u009b31mred\u009d0;t\u009c\r\nContent-Length: 0\r\n\r\n");
        Typed typed = call("-v", "GET", url());
        assertThat(typed.exit()).as(typed.err()).isZero();
        assertPlain(typed);
    }

    @Test
    @DisplayName("the body of an answer is shown to a terminal without its control characters")
    void body() {
        script = text(HEAD + "Content-Length: 6\r\n\r\n\u001b[2Jok");
        System.setProperty("rctp.terminal", "true");
        try {
            assertThat(call("GET", url()).out()).isEqualTo("\\u001b[2Jok");
        } finally {
            System.clearProperty("rctp.terminal");
        }
    }

    @Test
    @Timeout(30)
    @DisplayName("--timeout holds for the whole answer, even where it begins and never ends")
    void slow() {
        script = client -> {
            text(HEAD + "\r\nx").answer(client);
            assertThat(client.getInputStream().read()).isNegative(); // until the other side has had enough
        };
        Typed typed = call("--timeout", "1", "GET", url());
        assertThat(typed.exit()).isEqualTo(2);
        assertThat(typed.err()).contains("no whole answer came within 1 s").hasLineCount(1);
    }

    @Test
    @DisplayName("an answer has 16 MiB at most, which is told in a sentence")
    void large() {
        byte[] part = new byte[1 << 20];
        script = client -> {
            text(HEAD + "\r\n").answer(client);
            for (int i = 0; i < 64; i++) {
                client.getOutputStream().write(part);
            }
        };
        Typed typed = call("GET", url());
        assertThat(typed.exit()).isEqualTo(2);
        assertThat(typed.err()).isEqualTo("rctp: the answer is larger than 16 MiB." + System.lineSeparator());
    }

    @Test
    @DisplayName("a profile that is no URL is wrong usage, not a member more of UCP-Agent")
    void profileUrl() {
        for (String profile : List.of("https://a.example/\", x=\"", "http://a.example/ucp", "nonsense")) {
            Typed typed = callAs(profile, "GET", url());
            assertThat(typed.exit()).as(typed.all()).isEqualTo(2);
            assertThat(typed.err()).contains("the profile is not an absolute https URL");
        }
        assertThat(call("--timeout", "0", "GET", url()).exit()).isEqualTo(2);
    }
}
