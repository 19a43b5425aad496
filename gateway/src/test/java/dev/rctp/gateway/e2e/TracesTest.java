package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.OtlpReceiver.Received;
import dev.rctp.gateway.sandbox.loopback.LoopbackServer;
import dev.rctp.msgsig.HttpFields;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;

/** One trace over gateway, authorization server and marketplace, at a real receiver. */
@ExtendWith(Sandboxed.class)
class TracesTest {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String CALLERS = "00-" + TRACE + "-" + PARENT + "-00";

    @TempDir
    Path folder;

    private static AnotherGateway traced(World world, Path state, Path folder, URI endpoint, double ratio)
            throws Exception {
        return AnotherGateway.start(
                state,
                folder,
                "traced",
                AnotherGateway.clock(world),
                config -> config.putObject("telemetry")
                        .put("otlp_endpoint", endpoint.toString())
                        .put("sample_ratio", ratio));
    }

    private static URI address(AnotherGateway gateway) {
        return URI.create("http://localhost:" + gateway.port());
    }

    private static HttpFields with(HttpFields fields, String... more) {
        HttpFields.Builder all = fields.toBuilder();
        HttpFields.of(more).lines().forEach(line -> all.add(line.name(), line.value()));
        return all.build();
    }

    private static List<Received> of(OtlpReceiver receiver, String traceId, int count) {
        await("spans of " + traceId).until(() -> trace(receiver, traceId).size() >= count);
        return trace(receiver, traceId);
    }

    private static List<Received> trace(OtlpReceiver receiver, String traceId) {
        return receiver.spans().stream()
                .filter(span -> span.traceId().equals(traceId))
                .toList();
    }

    private static Received named(List<Received> spans, String name) {
        return spans.stream()
                .filter(span -> span.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no span " + name + " in " + spans));
    }

    private static String header(JsonNode request, String name) {
        return request.path("headers").path(name).asString("");
    }

    @Test
    @DisplayName(
            "a governed call is one trace: its caller's, with a span for each phase, told to authorization server and marketplace")
    void governed(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        try (OtlpReceiver receiver = OtlpReceiver.start();
                AnotherGateway gateway = traced(world, state, folder, receiver.endpoint(), 1);
                HttpClient http = HttpClient.newHttpClient();
                Heard heard = new Heard()) {
            Agent agent = AnotherGateway.agent(state, http, address(gateway), AnotherGateway.clock(world));
            byte[] body = "{\"text\":\"traced\"}".getBytes(StandardCharsets.UTF_8);
            HttpFields signed = agent.sign("POST", stage.answers(), stage.grant.token(), body, Agent.newKey());
            Answer answer = agent.send(
                    "POST", stage.answers(), with(signed, "traceparent", CALLERS, "tracestate", "their=own"), body);
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);

            List<Received> spans = of(receiver, TRACE, 7);
            assertThat(spans)
                    .extracting(Received::name)
                    .containsExactlyInAnyOrder(
                            "whole", "authenticate", "introspect", "facts", "commit", "upstream", "commit");
            assertThat(spans).allSatisfy(span -> assertThat(span.service()).isEqualTo("rctp-gateway"));
            Received whole = named(spans, "whole");
            assertThat(whole.parentId()).isEqualTo(PARENT);
            assertThat(whole.attributes())
                    .containsOnlyKeys("http.request.method", "http.response.status_code", "rctp.decision")
                    .containsEntry("http.request.method", "POST")
                    .containsEntry("http.response.status_code", "200")
                    .containsEntry("rctp.decision", "auto");
            assertThat(spans.stream().filter(span -> !span.equals(whole))).allSatisfy(span -> {
                assertThat(span.parentId()).isEqualTo(whole.spanId());
                assertThat(span.attributes()).isEmpty();
            });

            JsonNode forwarded = stage.forwarded("traced").getFirst();
            assertThat(header(forwarded, "traceparent"))
                    .isEqualTo("00-" + TRACE + "-" + named(spans, "upstream").spanId() + "-01");
            assertThat(header(forwarded, "tracestate")).isEqualTo("their=own");
            assertThat(heard.by("/introspect"))
                    .contains("00-" + TRACE + "-" + named(spans, "introspect").spanId() + "-01");
            assertThat(answer.fields().contains("traceparent")).isFalse();
        }
    }

    @Test
    @DisplayName(
            "PRX-5: a relayed call is one trace too; a malformed traceparent gives way to one of the gateway's own")
    void relayed(World world, Path state) throws Exception {
        try (OtlpReceiver receiver = OtlpReceiver.start();
                AnotherGateway gateway = traced(world, state, folder, receiver.endpoint(), 1);
                HttpClient http = HttpClient.newHttpClient()) {
            get(http, address(gateway).resolve("/listings?traced=well"), "traceparent", CALLERS);
            get(http, address(gateway).resolve("/listings?traced=ill"), "traceparent", "00-x", "tracestate", "a=b");

            List<Received> spans = of(receiver, TRACE, 2);
            assertThat(spans).extracting(Received::name).containsExactlyInAnyOrder("whole", "upstream");
            assertThat(named(spans, "whole").parentId()).isEqualTo(PARENT);
            assertThat(named(spans, "upstream").parentId())
                    .isEqualTo(named(spans, "whole").spanId());
            assertThat(header(forwarded(world, "traced=well"), "traceparent"))
                    .isEqualTo("00-" + TRACE + "-" + named(spans, "upstream").spanId() + "-01");

            String own = header(forwarded(world, "traced=ill"), "traceparent");
            assertThat(own).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[13]").doesNotContain(TRACE);
            assertThat(header(forwarded(world, "traced=ill"), "tracestate")).isEmpty();
            assertThat(named(of(receiver, own.substring(3, 35), 2), "whole").parentId())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("a caller's sampled flag exports nothing; the trace is passed on all the same, unsampled")
    void unsampled(World world, Path state) throws Exception {
        try (OtlpReceiver receiver = OtlpReceiver.start();
                HttpClient http = HttpClient.newHttpClient()) {
            try (AnotherGateway gateway = traced(world, state, folder, receiver.endpoint(), 0)) {
                get(
                        http,
                        address(gateway).resolve("/listings?traced=not"),
                        "traceparent",
                        CALLERS.replaceAll("00$", "01"));
            }
            assertThat(receiver.spans()).as("after the gateway has stopped").isEmpty();
            assertThat(header(forwarded(world, "traced=not"), "traceparent"))
                    .startsWith("00-" + TRACE)
                    .endsWith("-00")
                    .doesNotContain(PARENT);
        }
    }

    @Test
    @DisplayName(
            "without telemetry a caller's traceparent passes as it is, a malformed one of a governed call does not")
    void off(World world) throws Exception {
        Stage stage = Stage.of(world);
        byte[] body = "{\"text\":\"untraced\"}".getBytes(StandardCharsets.UTF_8);
        for (String said : List.of(CALLERS, "00-malformed")) {
            HttpFields signed = stage.agent.sign("POST", stage.answers(), stage.grant.token(), body, Agent.newKey());
            assertThat(stage.agent
                            .send("POST", stage.answers(), with(signed, "traceparent", said, "tracestate", "a=b"), body)
                            .status())
                    .isEqualTo(200);
        }
        assertThat(stage.forwarded("untraced"))
                .extracting(request -> header(request, "traceparent") + header(request, "tracestate"))
                .containsExactly(CALLERS + "a=b", "");
    }

    private static void get(HttpClient http, URI uri, String... headers) throws Exception {
        HttpResponse<String> response =
                http.send(HttpRequest.newBuilder(uri).headers(headers).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).isEqualTo(200);
    }

    private static JsonNode forwarded(World world, String query) throws Exception {
        return world.forwarded().stream()
                .filter(request -> request.path("path").asString().contains(query))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the marketplace got nothing with " + query));
    }

    /** What the sandbox's servers say in their logs of the traces they were told. */
    private static final class Heard extends AppenderBase<ILoggingEvent> implements AutoCloseable {

        private final Logger logger = (Logger) LoggerFactory.getLogger(LoopbackServer.class);
        private final List<ILoggingEvent> lines = new CopyOnWriteArrayList<>();
        private final Level before = logger.getLevel();

        Heard() {
            start();
            logger.setLevel(Level.DEBUG);
            logger.addAppender(this);
        }

        @Override
        protected void append(ILoggingEvent line) {
            lines.add(line);
        }

        List<String> by(String path) {
            return lines.stream()
                    .filter(line -> line.getFormattedMessage().contains(path))
                    .flatMap(line -> line.getKeyValuePairs().stream())
                    .map(pair -> String.valueOf(pair.value))
                    .toList();
        }

        @Override
        public void close() {
            logger.detachAppender(this);
            logger.setLevel(before);
        }
    }
}
