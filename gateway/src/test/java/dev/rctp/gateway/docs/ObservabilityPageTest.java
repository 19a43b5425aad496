package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.gateway.http.rest.CallMeter;
import dev.rctp.gateway.observe.trace.Phase;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code docs/observability.md} against a started gateway. */
@ExtendWith(Sandboxed.class)
class ObservabilityPageTest {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern METRIC = Pattern.compile("\\b((?:rctp|process|jvm|system)_\\w+)");

    private static Page page() throws Exception {
        return Checkout.page("docs/observability.md");
    }

    private static List<String> codes(String text) {
        return CODE.matcher(text).results().map(code -> code.group(1)).toList();
    }

    private static Map<String, String> told() throws Exception {
        Map<String, String> told = new TreeMap<>();
        for (List<String> row : page().section("## Metrics").rows()) {
            codes(row.get(0)).forEach(name -> told.put(name, row.get(1)));
        }
        return told;
    }

    private static Map<String, String> registered(World world) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (String path : List.of("/listings", "/records/listing/none")) {
                http.send(
                        HttpRequest.newBuilder(world.gateway().resolve(path)).build(),
                        HttpResponse.BodyHandlers.discarding());
            }
            HttpRequest request = HttpRequest.newBuilder(
                            world.address("management").resolve("/metrics"))
                    .build();
            Map<String, String> registered = new TreeMap<>();
            http.send(request, HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("# TYPE "))
                    .map(line -> line.split(" "))
                    .forEach(words -> registered.put(words[2], words[3]));
            return registered;
        }
    }

    @Test
    @DisplayName("every metric that there is stands in the page with its kind, and no other")
    void metrics(World world) throws Exception {
        assertThat(registered(world)).isEqualTo(told());
    }

    @Test
    @DisplayName("alerts ask for metrics that there are")
    void alerts() throws Exception {
        String queries = String.join("\n", page().blocks("promql")).replaceAll("(?m)^#.*$", "");
        assertThat(METRIC.matcher(queries).results().map(name -> name.group(1).replaceAll("_bucket$", "")))
                .isNotEmpty()
                .allMatch(told().keySet()::contains);
    }

    @Test
    @DisplayName("the phases and the kinds of lines are those of the code")
    void words() throws Exception {
        assertThat(page().section("## Phases").rows())
                .extracting(row -> codes(row.get(0)).getFirst())
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Phase.values()).map(Phase::label).toList());
        List<String> log = page().section("## The log").rows().stream()
                .map(row -> codes(row.get(0)))
                .flatMap(List::stream)
                .toList();
        assertThat(log)
                .containsAll(Arrays.stream(CallMeter.Kind.values())
                        .map(CallMeter.Kind::word)
                        .toList());
        assertThat(new TreeSet<>(log))
                .contains("request_id", "trace_id", "protocol", "method", "classification", "action", "subject")
                .contains("agent", "operator", "decision", "reason", "cause", "replayed", "status")
                .contains("bytes_in", "bytes_out", "duration_ms")
                .hasSize(17 + CallMeter.Kind.values().length);
    }
}
