package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code rctp record export} does with a management port that answers badly on purpose. */
class HostileExportTest {

    private static final String DEAL = "dea_" + "a".repeat(26);

    @TempDir
    private Path folder;

    private HttpServer server;
    private volatile String contents = "";
    private volatile String part = "";

    @BeforeEach
    void serve() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        Files.writeString(folder.resolve("bearer"), "secret");
    }

    @AfterEach
    void close() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().toString();
        if (exchange.getRequestMethod().equals("GET") && path.equals("/checkpoint")) {
            exchange.getResponseHeaders().add("WWW-Authenticate", "Bearer");
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
            return;
        }
        String text = path.endsWith("/record")
                ? contents
                : path.contains("?from=") ? path.endsWith("=1") ? part : "{\"entries\":[],\"openings\":[]}" : "";
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private Typed export() {
        return rctp(
                "record",
                "export",
                "--deal",
                DEAL,
                "--management",
                "http://127.0.0.1:" + server.getAddress().getPort(),
                "--bearer-file",
                folder.resolve("bearer").toString(),
                "--out",
                folder.resolve("deal.json").toString(),
                "--page",
                folder.resolve("deal.html").toString());
    }

    @Test
    @DisplayName("REC-6: an answer that is no record of a deal is exit 2 and one sentence, and leaves no file behind")
    void noRecord() {
        String chain = "{\"subject\":{\"type\":\"deal\",\"id\":\"" + DEAL + "\"},\"proofs\":[]}";
        String good = "{\"chains\":[" + chain + "],\"keys\":[]}";
        part = "{\"entries\":[],\"openings\":[]}";
        for (String bad : List.of(
                "",
                "[]",
                "{",
                "{}",
                "{\"chains\":[],\"keys\":[]}",
                "{\"chains\":7,\"keys\":[]}",
                "{\"chains\":[7],\"keys\":[]}",
                "{\"chains\":[{\"subject\":{\"type\":\"deal\",\"id\":7},\"proofs\":[]}],\"keys\":{}}",
                good.replace("\"proofs\":[]", "\"proofs\":7"),
                good.replace("\"keys\":[]", "\"keys\":null"))) {
            contents = bad;
            assertNothing(bad);
        }
        contents = good;
        for (String bad : List.of("", "[]", "{}", "{\"entries\":7,\"openings\":[]}", "{\"entries\":[7]}")) {
            part = bad;
            assertNothing(bad);
        }
    }

    private void assertNothing(String bad) {
        Typed typed = export();
        assertThat(typed.exit()).as("%s: %s", bad, typed.all()).isEqualTo(2);
        assertThat(typed.err()).as(bad).startsWith("rctp: not exported: ").hasLineCount(1);
        assertThat(folder.resolve("deal.json")).doesNotExist();
    }

    @Test
    @DisplayName("REC-6: entries and openings of any shape are exported, told as not verified, and shown on the page")
    void oddEntries() throws IOException {
        contents = "{\"chains\":[{\"subject\":{\"type\":\"deal\",\"id\":\"" + DEAL + "\"},\"proofs\":[]}],\"keys\":[]}";
        for (String odd : List.of("null", "7", "9223372036854775807", "\"x\"", "[]", "{}", "[{}]", "true")) {
            for (String kind : List.of("event", "decided", "approved", "listing_named", "failed", "lapsed")) {
                for (String entry : List.of(
                        odd,
                        "{\"kind\":\"" + kind + "\",\"seq\":1,\"body\":" + odd + "}",
                        "{\"kind\":\"" + kind + "\",\"seq\":" + odd + ",\"at\":" + odd + ",\"subject\":" + odd
                                + ",\"body\":{\"amount\":{\"amount\":" + odd + ",\"currency\":\"EUR\"}}}",
                        "{\"kind\":\"" + kind + "\",\"seq\":1,\"body\":{\"event\":" + odd + ",\"jwk\":" + odd
                                + ",\"amount\":{\"amount\":9223372036854775807,\"currency\":\"EUR\"},\"price\":"
                                + odd + ",\"offer\":" + odd + ",\"decision\":" + odd + ",\"operator\":" + odd
                                + "}}")) {
                    part = "{\"entries\":[" + entry
                            + "],\"openings\":[{\"seq\":1,\"path\":\"/body/confided\",\"value\":"
                            + odd + "}," + odd + ",{\"seq\":1,\"path\":\"/body/confided\",\"value\":{\"details\":"
                            + odd + "}}]}";
                    Typed typed = export();
                    assertThat(typed.exit()).as("%s: %s", part, typed.all()).isEqualTo(1);
                    assertThat(typed.err()).as(part).doesNotContain("\tat ", "Exception");
                    assertThat(Files.readString(folder.resolve("deal.html"))).contains("Broken", "</html>");
                    Files.delete(folder.resolve("deal.json"));
                    Files.delete(folder.resolve("deal.html"));
                }
            }
        }
    }
}
