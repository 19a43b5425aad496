package dev.rctp.gateway.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.sandbox.Sandbox;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("long")
class ClockSkewTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path state;

    @Test
    @DisplayName("section 1: a gateway whose clock is more than 2 s off the database's is not ready, either way")
    void skewed() throws Exception {
        SandboxPorts ports = TestPorts.from(27_600);
        Sandbox.start(state, ports, Surroundings.PROGRAMS).close();
        AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);
        InstantSource wallClock = () -> InstantSource.system().instant().plus(offset.get());
        URI ready = URI.create("http://localhost:" + (ports.first() + 2) + "/readyz");
        try (Gateway gateway = Gateway.start(
                config(), InstantSource.system(), wallClock, Surroundings.PROGRAMS, (api, listings) -> api)) {
            assertThat(gateway).isNotNull();
            for (int off : new int[] {0, 1_500, -1_500}) {
                offset.set(Duration.ofMillis(off));
                assertThat(get(ready).statusCode()).as("%s ms off", off).isEqualTo(200);
            }
            for (int off : new int[] {2_500, -2_500, 3_600_000}) {
                offset.set(Duration.ofMillis(off));
                HttpResponse<String> answer = get(ready);
                assertThat(answer.statusCode()).as("%s ms off", off).isEqualTo(503);
                JsonNode checks = JSON.readTree(answer.body()).path("checks");
                assertThat(checks.path("clock").asBoolean()).isFalse();
                assertThat(checks.path("database").asBoolean()).isTrue();
            }
        }
    }

    private GatewayConfig config() throws IOException {
        Map<String, String> secrets = new TreeMap<>();
        JSON.readTree(Files.readAllBytes(state.resolve("secrets.json")))
                .properties()
                .forEach(
                        secret -> secrets.put(secret.getKey(), secret.getValue().asString()));
        return switch (new ConfigReader(Registries.load(), secrets).read(state.resolve("gateway.yaml"))) {
            case ConfigReading.Good good -> good.config();
            case ConfigReading.Faulty faulty -> throw new IOException("faulty: " + faulty.faults());
        };
    }

    private static HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
        }
    }
}
