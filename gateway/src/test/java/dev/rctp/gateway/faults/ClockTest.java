package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClockTest {

    @TempDir
    static Path state;

    private SandboxProcess sandbox;
    private World world;

    @SuppressWarnings("NullAway.Init")
    ClockTest() {}

    @BeforeAll
    void start() throws IOException {
        sandbox = SandboxProcess.start(state, 27_300);
        world = sandbox.world();
    }

    @AfterAll
    void stop() {
        sandbox.close();
    }

    @Test
    @DisplayName("IDM-1: answers are kept for 48 h; later repeats are 409 with cause expired and have no second effect")
    void expired() throws Exception {
        Caller.Attempt call = Caller.of(world).call();
        assertThat(call.status()).isEqualTo(200);

        world.advance(Duration.ofHours(47));
        Caller.Attempt kept = Caller.of(world).repeat(call);
        assertThat(kept.status()).isEqualTo(200);
        assertThat(kept.given().replayed()).isTrue();

        world.advance(Duration.ofHours(1));
        Caller.Attempt late = Caller.of(world).repeat(call);
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.given().decision()).endsWith("reason=idempotency_conflict");
        assertThat(cause(late)).isEqualTo("expired");
        assertThat(late.given().fields().combined("retry-after")).isEmpty();
        Evidence.carriedOutOnce(world, List.of(call));
    }

    @Test
    @DisplayName(
            "PRX-2: what the marketplace does not answer for 24 h has failed: an entry, an alarm, and repeats say so")
    void givenUp() throws Exception {
        Caller caller = Caller.of(world);
        world.behave(caller.target(), 503, 0, 1_000_000);
        Caller.Attempt call = caller.call();
        assertThat(call.status()).isEqualTo(503);
        assertThat(cause(call)).isEqualTo("in_progress");

        world.advance(Duration.ofHours(24));
        Caller later = Caller.of(world);
        Caller.Attempt repeat =
                await().atMost(Duration.ofSeconds(60)).until(() -> later.repeat(call), again -> again.status() == 503);
        assertThat(repeat.given().decision()).endsWith("reason=enforcement_unavailable");
        assertThat(cause(repeat)).isEqualTo("failed");
        assertThat(repeat.given().replayed()).isTrue();
        assertThat(repeat.given().fields().combined("retry-after")).isEmpty();

        List<JsonNode> sent = world.forwarded().stream()
                .filter(request -> request.path("body").asString().contains(call.marker()))
                .toList();
        assertThat(sent)
                .hasSizeGreaterThan(2)
                .noneMatch(request -> request.path("effect").asBoolean());
        String intent = sent.getFirst().path("headers").path("idempotency-key").asString();
        assertThat(sent)
                .allMatch(request -> request.path("headers")
                        .path("idempotency-key")
                        .asString()
                        .equals(intent));
        assertThat(Evidence.entries(later))
                .filteredOn(
                        entry -> entry.path("body").path("intent").asString().equals(intent))
                .extracting(entry -> entry.path("kind").asString())
                .containsExactly("decided", "failed");
        assertThat(repeat.given().receipt()).isNotEmpty();
        assertThat(sandbox.process().output()).contains("ALARM");
        forgetBehaviour();
    }

    @Test
    @DisplayName("SIG-4: a body that ends after the signature's time is over is signature_expired")
    void slowBody() throws Exception {
        assertThat(slowly(Duration.ofSeconds(200))).startsWith("HTTP/1.1 200 ");
        assertThat(slowly(Duration.ofSeconds(301)))
                .startsWith("HTTP/1.1 401 ")
                .contains("signature_invalid", "signature_expired");
    }

    /** The whole answer to a call between whose head and body the clock goes on. */
    private String slowly(Duration between) throws Exception {
        Caller caller = Caller.of(world);
        byte[] body = "{\"text\":\"slow\"}".getBytes(StandardCharsets.UTF_8);
        HttpFields fields = caller.agent().sign("POST", caller.target(), caller.token(), body, Agent.newKey());
        StringBuilder head = new StringBuilder("POST " + caller.target() + " HTTP/1.1\r\n");
        URI gateway = world.gateway();
        head.append("Host: ")
                .append(gateway.getAuthority())
                .append("\r\nConnection: close\r\nExpect: 100-continue\r\n");
        head.append("Content-Length: ").append(body.length).append("\r\n");
        fields.lines()
                .forEach(line -> head.append(line.name())
                        .append(": ")
                        .append(line.value())
                        .append("\r\n"));
        head.append("\r\n");
        try (Socket socket = new Socket(gateway.getHost(), gateway.getPort())) {
            socket.setSoTimeout(20_000);
            var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            socket.getOutputStream().write(head.toString().getBytes(StandardCharsets.US_ASCII));
            assertThat(in.readLine()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(in.readLine()).isEmpty();
            world.advance(between);
            socket.getOutputStream().write(body);
            StringWriter answer = new StringWriter();
            in.transferTo(answer);
            return answer.toString();
        }
    }

    private void forgetBehaviour() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(world.test("marketplace_behaviour"))
                .DELETE()
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(http.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(204);
        }
    }

    private static String cause(Caller.Attempt attempt) {
        return attempt.given().json().path("detail").path("cause").asString();
    }
}
