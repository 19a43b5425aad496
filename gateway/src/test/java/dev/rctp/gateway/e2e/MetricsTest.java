package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** {@code /metrics} of a started gateway. */
@ExtendWith(OnTime.class) // thousands of refusals of one address would crowd others out of the perimeter
class MetricsTest {

    private static final int MANY = 700;

    @TempDir
    Path folder;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @AfterEach
    void close() {
        http.close();
    }

    private HttpResponse<String> get(URI management, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(management.resolve("/metrics"));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private String page(World world) throws Exception {
        return get(world.address("management")).body();
    }

    private static double value(String page, String series) {
        return page.lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElse(0);
    }

    private static Set<String> series(String page) {
        return page.lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.substring(0, line.lastIndexOf(' ')))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @DisplayName("each part of a call is counted once, and nothing of the call is told")
    void counts(World world) throws Exception {
        Stage stage = Stage.of(world);
        stage.answer();
        String before = page(world);
        Answer accepted = stage.answer();
        Answer refused = stage.agent.call("POST", stage.answers(), null, Stage.TEXT);
        Answer malformed = stage.agent.call("POST", stage.answers(), "two tokens", Stage.TEXT);
        String after = page(world);

        assertThat(accepted.status()).isEqualTo(200);
        assertThat(refused.status()).isEqualTo(401);
        assertThat(malformed.status()).isEqualTo(401);
        for (String[] grown : new String[][] {
            {"rctp_decisions_total{decision=\"auto\",reason=\"none\",verb=\"listing.answer_buyer\"}", "1"},
            {"rctp_decisions_total{decision=\"forbid\",reason=\"grant_invalid\",verb=\"listing.answer_buyer\"}", "2"},
            {"rctp_requests_total{kind=\"decided\",protocol=\"HTTP/1.1\",status=\"2xx\"}", "1"},
            {"rctp_requests_total{kind=\"decided\",protocol=\"HTTP/1.1\",status=\"4xx\"}", "2"},
            {"rctp_phase_seconds_count{phase=\"whole\"}", "3"},
            {"rctp_phase_seconds_count{phase=\"authenticate\"}", "3"},
            {"rctp_phase_seconds_count{phase=\"introspect\"}", "1"},
            {"rctp_phase_seconds_count{phase=\"facts\"}", "1"},
            {"rctp_phase_seconds_count{phase=\"commit\"}", "2"},
            {"rctp_phase_seconds_count{phase=\"upstream\"}", "1"},
            {"rctp_introspections_total{outcome=\"granted\"}", "1"},
            {"rctp_introspections_total{outcome=\"grant_invalid\"}", "0"}
        }) {
            assertThat(value(after, grown[0]) - value(before, grown[0]))
                    .as(grown[0])
                    .isEqualTo(Double.parseDouble(grown[1]));
        }
        assertThat(value(after, "rctp_ledger_entries_total") - value(before, "rctp_ledger_entries_total"))
                .isGreaterThanOrEqualTo(2);
        assertThat(value(after, "rctp_connections_open")).isPositive();
        assertThat(value(after, "rctp_pool_connections{pool=\"database\",state=\"idle\"}"))
                .isPositive();
        assertThat(value(after, "rctp_profile_fetches_total{outcome=\"answered\"}"))
                .isPositive();
        assertThat(after).doesNotContain(stage.listing, stage.sub, stage.grant.token(), stage.agent.jkt(), "http://");
    }

    @Test
    @DisplayName("thousands of different paths, methods, hosts, operators and keys make no new series")
    void bounded(World world) throws Exception {
        Stage stage = Stage.of(world);
        page(world);
        strange(world, stage, 0);
        Set<String> before = series(page(world));
        for (int i = 1; i <= MANY; i++) {
            strange(world, stage, i);
        }
        assertThat(series(page(world))).isEqualTo(before);
    }

    /** Six requests that were never made before. */
    private void strange(World world, Stage stage, int i) throws Exception {
        URI gateway = world.gateway();
        send(HttpRequest.newBuilder(gateway.resolve("/p" + i + "?q=" + i)));
        send(HttpRequest.newBuilder(gateway.resolve("/w" + i)).method("POST", HttpRequest.BodyPublishers.noBody()));
        send(HttpRequest.newBuilder(gateway.resolve("/listings")).method("M" + i, HttpRequest.BodyPublishers.noBody()));
        send(HttpRequest.newBuilder(gateway.resolve("/listings/l" + i + "/answers"))
                .header("ucp-agent", "profile=\"https://o" + i + ".example/p\"")
                .header("traceparent", "00-%032x-%016x-01".formatted(i + 1, i + 1))
                .header("request-id", "r" + i)
                .method("POST", HttpRequest.BodyPublishers.ofString("{}")));
        HttpFields signed = stage.agent.sign("POST", stage.answers(), "token" + i, new byte[0], Agent.newKey());
        stage.agent.send(
                "POST",
                stage.answers(),
                signed.toBuilder().set("idempotency-key", "k" + i).build(),
                new byte[0]);
        try (Socket socket = new Socket("localhost", gateway.getPort())) {
            socket.getOutputStream()
                    .write(("GET / HTTP/1.1\r\nHost: h" + i + ".example\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400");
        }
    }

    private void send(HttpRequest.Builder request) throws Exception {
        assertThat(http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                        .statusCode())
                .isGreaterThanOrEqualTo(400);
    }

    @Test
    @DisplayName("MGT-1: the metrics can only be read, and ask for their own bearer secret where one is configured")
    void bearer(World world, Path state) throws Exception {
        assertThat(get(world.address("management")).headers().firstValue("content-type"))
                .contains("text/plain; version=0.0.4; charset=utf-8");
        HttpRequest post = HttpRequest.newBuilder(world.address("management").resolve("/metrics"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        assertThat(http.send(post, HttpResponse.BodyHandlers.ofString()).statusCode())
                .isEqualTo(405);

        try (AnotherGateway gateway = AnotherGateway.start(
                state,
                folder,
                "metrics",
                AnotherGateway.clock(world),
                config -> config.withObject("/management")
                        .put("bearer", "management-secret-1")
                        .put("metrics_bearer", "metrics-secret-01"))) {
            URI management = gateway.management();
            assertThat(get(management).statusCode()).isEqualTo(401);
            assertThat(get(management, "authorization", "Bearer management-secret-1")
                            .statusCode())
                    .isEqualTo(401);
            HttpResponse<String> given = get(management, "authorization", "Bearer metrics-secret-01");
            assertThat(given.statusCode()).isEqualTo(200);
            assertThat(given.body()).contains("rctp_phase_seconds").doesNotContain("secret");
        }
    }
}
