package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** The debug page of a running gateway. */
@ExtendWith(Sandboxed.class)
class DebugPageTest {

    private static final String MARK = "m4rk3dW0rds";

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    private static URI page(World world) throws IOException {
        return world.address("management").resolve("/debug");
    }

    private static HttpResponse<String> post(World world, String secret, String request) throws Exception {
        String form = "secret=" + encoded(secret) + "&request=" + encoded(request) + "&base=&at=";
        return send(HttpRequest.newBuilder(page(world))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String secret(Path state) throws Exception {
        return JsonMapper.shared()
                .readTree(Files.readString(state.resolve("secrets.json")))
                .path("RCTP_MANAGEMENT_SECRET")
                .asString();
    }

    /** A call that a browser's form would send: lines end in CRLF. */
    private static String capture(Stage stage, UnaryOperator<HttpFields> change) throws IOException {
        String body = "{\n  \"text\": \"" + MARK + "\"\n}";
        HttpFields fields = stage.agent.sign(
                "POST",
                stage.answers(),
                stage.grant.token(),
                body.getBytes(StandardCharsets.UTF_8),
                UUID.randomUUID().toString());
        StringBuilder text = new StringBuilder("POST " + stage.answers() + " HTTP/1.1\r\nHost: "
                + stage.world.address("gateway").getAuthority() + "\r\nContent-Length: " + body.length() + "\r\n");
        change.apply(fields)
                .lines()
                .forEach(line -> text.append(line.name())
                        .append(": ")
                        .append(line.value())
                        .append("\r\n"));
        return text + "\r\n" + body.replace("\n", "\r\n");
    }

    @Test
    @DisplayName("MGT-1: the form needs no secret and has no script; its policy allows none, and no frame")
    void form(World world) throws Exception {
        HttpResponse<String> form = send(HttpRequest.newBuilder(page(world)));

        assertThat(form.statusCode()).isEqualTo(200);
        assertThat(form.body())
                .contains("<html lang=\"en\">", "width=device-width", "<label for=\"request\">", "type=\"password\"")
                .doesNotContainIgnoringCase("<script");
        assertThat(form.headers().firstValue("content-security-policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'")
                .doesNotContain("script-src", "unsafe");
        assertThat(form.headers().firstValue("cache-control")).contains("no-store");
        assertThat(form.headers().firstValue("referrer-policy")).contains("no-referrer");
    }

    @Test
    @DisplayName("MGT-1: without the secret nothing is judged")
    void noSecret(World world) throws Exception {
        String capture = capture(Stage.of(world), fields -> fields);
        for (String wrong : List.of("", "wrong")) {
            HttpResponse<String> refused = post(world, wrong, capture);
            assertThat(refused.statusCode()).isEqualTo(403);
            assertThat(refused.body()).doesNotContain("@signature-params");
        }
    }

    @Test
    @DisplayName(
            "SIG-6: a call is judged by the gateway's own authorities, keys and clock, even with a form's newlines")
    void judged(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        HttpResponse<String> good = post(world, secret(state), capture(stage, fields -> fields));
        assertThat(good.statusCode()).isEqualTo(200);
        assertThat(good.body()).contains("The signature is valid.");

        HttpResponse<String> typed = post(
                world,
                secret(state),
                capture(
                        stage,
                        f -> f.toBuilder().set("content-type", "text/plain").build()));
        assertThat(typed.body()).contains("header-changed", "The first line that differs", "the type application/json");

        HttpResponse<String> elsewhere = post(
                world,
                secret(state),
                capture(stage, fields -> fields).replaceFirst("Host: [^\r]+", "Host: elsewhere.example"));
        assertThat(elsewhere.body()).contains("host-unknown");

        HttpResponse<String> stranger = post(
                world,
                secret(state),
                capture(
                        stage,
                        f -> f.toBuilder()
                                .set("ucp-agent", "profile=\"https://stranger.example/.well-known/ucp\"")
                                .build()));
        assertThat(stranger.body()).contains("profile-not-usable", "operator_unknown");
    }

    @Test
    @DisplayName("INV-1: nothing that was pasted is shown, logged or stored: neither token, nor body, nor markup")
    void kept(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        String token = stage.grant.token();
        String capture = capture(
                stage,
                f -> f.toBuilder()
                        .add("x-note", "<b>" + MARK + "</b>")
                        .set("content-type", "text/plain")
                        .build());
        String loose = capture.replaceFirst("\r\n\r\n", "\r\nx-other: Bearer " + token + "\r\n\r\n");

        ListAppender<ILoggingEvent> log = new ListAppender<>();
        log.start();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        root.addAppender(log);
        try {
            for (String pasted : List.of(capture, loose, token, "Bearer " + token + "\n" + capture)) {
                HttpResponse<String> answer = post(world, secret(state), pasted);
                assertThat(answer.body()).doesNotContain(token, MARK, "<b>", secret(state));
            }
        } finally {
            root.detachAppender(log);
        }
        assertThat(log.list.stream()
                        .map(event -> event.getFormattedMessage() + event.getKeyValuePairs())
                        .toList())
                .noneMatch(line -> line.contains(MARK) || line.contains(token));
        assertThat(filesWith(state, MARK)).isEmpty();
    }

    /** The files of the state folder, the database's among them, that have these words. */
    private static List<Path> filesWith(Path state, String words) throws IOException {
        try (Stream<Path> files = Files.walk(state)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> contains(file, words))
                    .toList();
        }
    }

    private static boolean contains(Path file, String words) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(words);
        } catch (IOException e) {
            return false; // the database removed it meanwhile
        }
    }

    @Test
    @DisplayName("MGT-1: what is too large, malformed or no form is refused with a page")
    void refused(World world, Path state) throws Exception {
        String secret = secret(state);
        assertThat(post(world, secret, "A".repeat(200_000)).statusCode()).isEqualTo(413);
        assertThat(post(world, secret, "hello").statusCode()).isEqualTo(400);
        assertThat(post(world, secret, "GET / HTTP/1.1\r\n\r\n").statusCode()).isEqualTo(200);
        HttpRequest.Builder json = HttpRequest.newBuilder(page(world))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"));
        assertThat(send(json).statusCode()).isEqualTo(415);
        HttpRequest.Builder broken = HttpRequest.newBuilder(page(world))
                .header("content-type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("secret=%zz"));
        assertThat(send(broken).statusCode()).isEqualTo(400);
        assertThat(send(HttpRequest.newBuilder(page(world)).DELETE()).statusCode())
                .isEqualTo(405);
    }
}
