package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@ExtendWith(Sandboxed.class)
class ManagementTest {

    private static final String LISTING = """
            {"seller":"%s","title":"A lamp","list_price":{"amount":4000,"currency":"EUR"},"term_set":"goods.small/1"}""";

    private static HttpResponse<String> send(World world, String method, String path, String body, String... headers)
            throws Exception {
        URI uri = world.address("management").resolve(path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("content-type", "application/json");
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static String[] secret(Path state) throws Exception {
        JsonNode secrets = JsonMapper.shared().readTree(Files.readString(state.resolve("secrets.json")));
        return new String[] {
            "authorization", "Bearer " + secrets.path("RCTP_MANAGEMENT_SECRET").asString()
        };
    }

    private static String newListing(World world, String sub, String terms) throws Exception {
        String body = LISTING.formatted(sub).replaceFirst("}$", ",\"terms\":" + terms + "}");
        JsonNode made = JsonMapper.shared()
                .readTree(send(world, "POST", "/test/listings", body).body());
        return made.path("listing_id").asString();
    }

    @Test
    @DisplayName("LST-3: the sandbox tells every fault of the terms that a test gives a listing")
    void termFaults(World world) throws Exception {
        String body = LISTING.formatted("sub").replaceFirst("}$", ",\"terms\":{\"deliver_within_days\":99}}");
        HttpResponse<String> refused = send(world, "POST", "/test/listings", body);

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body())
                .contains("floor is required; ", "deliver_within_days must be a whole number from 1 to 30");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"10.1.2.3:8081", "[fd00::7]:8081", "gateway.internal", "localhost:1"})
    @DisplayName("MGT-1: a probe reaches the management port under whatever name it knows it by")
    void anyHost(String host, World world) throws Exception {
        URI port = world.address("management");
        try (Socket probe = new Socket(port.getHost(), port.getPort())) {
            String request = "GET /healthz HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
            probe.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(probe.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, Sec-Fetch-Site: cross-site",
        "localhost, Origin: https://evil.example",
        "localhost, Origin: null",
        "evil.example, Origin: http://evil.example",
        "evil.example, X-Plain: 1"
    })
    @DisplayName("The page of another site can't use the sandbox's doors for tests, nor under a name of its own")
    void notForWebPages(String host, String field, World world) throws Exception {
        URI port = world.address("management");
        String before = send(world, "GET", "/test/clock", "").body();
        for (String door : List.of("/test/clock", "/test/listings")) {
            try (Socket page = new Socket(port.getHost(), port.getPort())) {
                String body = "{\"advance_s\":3000}";
                String request = "POST " + door + " HTTP/1.1\r\nHost: " + host + ":" + port.getPort() + "\r\n" + field
                        + "\r\nContent-Type: text/plain\r\nContent-Length: " + body.length()
                        + "\r\nConnection: close\r\n\r\n" + body;
                page.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(page.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                        .startsWith("HTTP/1.1 403");
            }
        }
        assertThat(Duration.between(
                        now(before), now(send(world, "GET", "/test/clock", "").body())))
                .isLessThan(Duration.ofMinutes(50));
    }

    private static Instant now(String clock) {
        return Instant.parse(JsonMapper.shared().readTree(clock).path("now").asString());
    }

    @Test
    @DisplayName("MGT-1: health and readiness need no secret")
    void health(World world) throws Exception {
        assertThat(send(world, "GET", "/healthz", "").statusCode()).isEqualTo(200);
        HttpResponse<String> ready = send(world, "GET", "/readyz", "");
        assertThat(ready.statusCode()).isEqualTo(200);
        assertThat(ready.body()).contains("\"ready\":true", "\"ledger\":true", "\"database\":true", "\"clock\":true");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Bearer", "Bearer wrong", "Basic d3Jvbmc="})
    @DisplayName("MGT-1: without its secret the management API changes nothing")
    void noSecret(String authorization, World world) throws Exception {
        String[] headers = authorization.isEmpty() ? new String[0] : new String[] {"authorization", authorization};
        HttpResponse<String> refused = send(world, "PUT", "/listings/told-1", LISTING.formatted("sub"), headers);

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.headers().firstValue("www-authenticate")).contains("Bearer");
    }

    @Test
    @DisplayName(
            "LST-9: a listing that the marketplace tells of is known, has no terms, and its chain begins with that")
    void told(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        HttpResponse<String> told = send(world, "PUT", "/listings/told-2", LISTING.formatted(stage.sub), secret(state));
        assertThat(told.statusCode()).isEqualTo(200);

        Answer answer = stage.agent.call("POST", "/listings/told-2/answers", stage.grant.token(), Stage.TEXT);
        assertThat(answer.decision()).endsWith("reason=not_in_scope");
        assertThat(answer.receipt()).startsWith("\"listing/told-2\";seq=2;");
        JsonNode first = stage.agent
                .read("/records/listing/told-2", stage.grant.token())
                .json()
                .path("entries")
                .get(0);
        assertThat(first.path("kind").asString()).isEqualTo("listing_told");
    }

    @Test
    @DisplayName("LST-9: a listing that was withdrawn is listing_closed")
    void withdrawn(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        String id = newListing(world, stage.sub, """
                {"floor":{"amount":3000,"currency":"EUR"},"available_until":"2100-01-01T00:00:00Z",\
                "fulfillment_options":["pickup"],"payment_terms":["escrow"],"deliver_within_days":3}""");
        String target = "/listings/" + id + "/answers";
        assertThat(stage.agent
                        .call("POST", target, stage.grant.token(), Stage.TEXT)
                        .decision())
                .isEqualTo("auto");

        assertThat(send(world, "DELETE", "/listings/" + id, "", secret(state)).statusCode())
                .isEqualTo(204);
        Answer answer = stage.agent.call("POST", target, stage.grant.token(), Stage.TEXT);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.decision()).endsWith("reason=listing_closed");
        assertThat(send(world, "DELETE", "/listings/nobodys", "", secret(state)).statusCode())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("LST-2: from its available_until on a listing is listing_closed")
    void pastItsEnd(World world) throws Exception {
        Stage stage = Stage.of(world);
        String id = newListing(world, stage.sub, """
                {"floor":{"amount":3000,"currency":"EUR"},"available_until":"2020-01-01T00:00:00Z",\
                "fulfillment_options":["pickup"],"payment_terms":["escrow"],"deliver_within_days":3}""");
        Answer answer = stage.agent.call("POST", "/listings/" + id + "/answers", stage.grant.token(), Stage.TEXT);

        assertThat(answer.decision()).endsWith("reason=listing_closed");
        assertThat(answer.receipt()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "not JSON",
                "{\"seller\":\"s\",\"seller\":\"t\"}",
                "{\"seller\":\"s\",\"title\":\"t\",\"list_price\":{\"amount\":1.0,\"currency\":\"EUR\"},\"term_set\":\"goods.small/1\"}",
                "{\"seller\":\"s\",\"title\":\"t\",\"list_price\":{\"amount\":1,\"currency\":\"EUR\"},\"term_set\":\"boats/1\"}"
            })
    @DisplayName("MGT-1: what is no listing is 400 and changes nothing")
    void malformed(String body, World world, Path state) throws Exception {
        assertThat(send(world, "PUT", "/listings/told-3", body, secret(state)).statusCode())
                .isEqualTo(400);
        assertThat(send(world, "DELETE", "/listings/told-3", "", secret(state)).statusCode())
                .isEqualTo(404);
    }

    @Test
    @DisplayName("product: what the management port refuses is in a log of its own, not in the agents'")
    void refusals(World world) throws Exception {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger all = (Logger) LoggerFactory.getLogger("dev.rctp");
        Level before = all.getLevel();
        all.setLevel(Level.INFO);
        all.addAppender(seen);
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), world.address("management").getPort())) {
            socket.getOutputStream().write("GET  / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400");
            await().untilAsserted(() -> assertThat(List.copyOf(seen.list))
                    .extracting(ILoggingEvent::getLoggerName)
                    .contains("dev.rctp.management")
                    .doesNotContain("dev.rctp.calls"));
        } finally {
            all.detachAppender(seen);
            all.setLevel(before);
        }
    }
}
