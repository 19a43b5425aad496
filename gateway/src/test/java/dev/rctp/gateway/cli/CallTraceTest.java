package dev.rctp.gateway.cli;

import static dev.rctp.gateway.cli.Typed.rctp;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.agent.AgentKey;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code rctp call -v} prints, as {@code rctp explain} reads it. */
class CallTraceTest {

    private static final String TOKEN = "q8vLr2mXw0PzTt5secret";
    private static final String BODY = "{\"text\":\"Yes.\"}";

    @TempDir
    Path folder;

    private final AgentKey key = AgentKey.generate(SignatureAlgorithm.ES256);
    private String keyFile = "";

    @BeforeEach
    void keep() throws IOException {
        Path file = folder.resolve("agent.jwk");
        key.write(file);
        keyFile = file.toString();
    }

    private String traced(String url, HttpRequest.Builder request) throws IOException {
        StringWriter out = new StringWriter();
        HttpRequest signed = key.signer("https://ops.example/.well-known/ucp")
                .sign(request.uri(URI.create(url)).build());
        new CallTrace(new PrintWriter(out)).request(signed);
        return Files.writeString(folder.resolve("trace.txt"), out.toString()).toString();
    }

    @Test
    @DisplayName("SIG-2: explain reads the trace of call -v: request line and host are there as curl prints them")
    void read() throws IOException {
        String trace = traced("https://Agents.shop.example:443/listings?b=2&a=1", HttpRequest.newBuilder());
        assertThat(Files.readString(Path.of(trace)))
                .contains("> GET /listings?b=2&a=1 HTTP/1.1\n> host: agents.shop.example\n")
                .endsWith("\n>\n");
        Typed explained = rctp("explain", trace, "--key", keyFile);
        assertThat(explained.exit()).as(explained.all()).isZero();

        String other = traced("http://localhost:8080", HttpRequest.newBuilder());
        assertThat(Files.readString(Path.of(other))).contains("> GET / HTTP/1.1\n> host: localhost:8080\n");
        assertThat(rctp("explain", other, "--key", keyFile).exit()).isZero();
    }

    @Test
    @DisplayName("SIG-2: with the token hidden in the trace it is said to be so; the body is asked for")
    void hidden() throws IOException {
        String trace = traced(
                "https://agents.shop.example/listings/l_1/answers",
                HttpRequest.newBuilder()
                        .header("content-type", "application/json")
                        .header("authorization", "Bearer " + TOKEN)
                        .POST(HttpRequest.BodyPublishers.ofString(BODY)));
        assertThat(Files.readString(Path.of(trace))).doesNotContain(TOKEN);
        String body = Files.writeString(folder.resolve("body.json"), BODY).toString();

        Typed explained = rctp("explain", trace, "--key", keyFile, "--body", body);
        assertThat(explained.exit()).as(explained.all()).isEqualTo(2);
        assertThat(explained.out()).contains("(credential-redacted, SIG-2)").doesNotContain("(digest-");
        assertThat(rctp("explain", trace, "--key", keyFile).out()).contains("(body-not-captured, SIG-3)");
    }
}
