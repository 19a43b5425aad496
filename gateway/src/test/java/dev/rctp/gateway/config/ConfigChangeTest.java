package dev.rctp.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.outbound.TestAuthority;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class ConfigChangeTest {

    private static final Path SCHEMA = Path.of("../registries/schemas/gateway-config.schema.json");
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "RCTP_MANAGEMENT_BEARER", "management-secret-1",
            "RCTP_CLIENT_SECRET", "client-secret",
            "RCTP_TERMS_KEY", "A".repeat(43));

    @TempDir
    Path folder;

    private String example = "";

    @BeforeEach
    void example() throws IOException {
        Files.createDirectories(folder.resolve("keys"));
        Files.writeString(
                folder.resolve("keys/gateway.jwk"),
                Cryptography.select().generateJwk(SignatureAlgorithm.ES256).toString());
        example = Files.readString(Path.of("../docs/gateway.example.yaml"));
    }

    private GatewayConfig read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("gateway.yaml"), text);
        return switch (new ConfigReader(Registries.load(), ENVIRONMENT).read(file)) {
            case ConfigReading.Good good -> good.config();
            case ConfigReading.Faulty faulty ->
                throw new IOException(faulty.faults().toString());
        };
    }

    private static List<String> leaves(String name, JsonNode schema) {
        JsonNode members = schema.path("properties");
        List<String> leaves = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : members.properties()) {
            leaves.addAll(leaves(name.isEmpty() ? member.getKey() : name + "." + member.getKey(), member.getValue()));
        }
        return members.isMissingNode() ? List.of(name) : leaves;
    }

    @Test
    @DisplayName("every member of the schema is said to be taken over by a running gateway or to take a restart")
    void allMembers() throws Exception {
        assertThat(ConfigChange.MEMBERS)
                .extracting(ConfigChange.Member::name)
                .containsExactlyInAnyOrderElementsOf(leaves("", StrictJson.parse(Files.readAllBytes(SCHEMA))));
    }

    @Test
    @DisplayName("docs/limits.md says of each member what becomes of it")
    void page() throws Exception {
        String page = Files.readString(Path.of("../docs/limits.md"));
        for (ConfigChange.Member member : ConfigChange.MEMBERS) {
            String section = member.name().contains(".")
                    ? member.name().substring(0, member.name().indexOf('.')) + ".*"
                    : member.name();
            assertThat(page).containsAnyOf("`" + member.name() + "`", "`" + section + "`");
        }
    }

    @Test
    @DisplayName("what differs is told by its name, never by its value, and only as long as it differs")
    void differences() throws Exception {
        GatewayConfig started = read(example);
        assertThat(ConfigChange.between(started, started, read(example)))
                .isEqualTo(new ConfigChange(List.of(), List.of()));

        GatewayConfig next = read(example.replace("gw-1", "gw-2").replace("Buyer Ops", "Buyers")
                + "limits: {address: {rate: 7}, body_bytes: 2048}\nrequire_created: true\n");
        assertThat(ConfigChange.between(started, started, next))
                .isEqualTo(new ConfigChange(
                        List.of("operators", "limits.body_bytes", "limits.address.rate"),
                        List.of("gateway_id", "require_created")));
        assertThat(ConfigChange.between(started, next, next))
                .isEqualTo(new ConfigChange(List.of(), List.of("gateway_id", "require_created")));
        assertThat(ConfigChange.between(started, next, started).left()).isEmpty();
    }

    @Test
    @DisplayName("TLS files that come with another marketplace take the restart that it takes")
    void anotherMarketplace() throws Exception {
        TestAuthority authority = new TestAuthority(folder, "authority");
        GatewayConfig started = read(example.replace("http://127.0.0.1:8080", "https://shop.example"));
        String trust = "https://%s\n  tls: {trust: " + authority.bundle() + "}";
        GatewayConfig moved = read(example.replace("http://127.0.0.1:8080", trust.formatted("elsewhere.example")));
        GatewayConfig back = read(example.replace("http://127.0.0.1:8080", trust.formatted("shop.example")));
        assertThat(ConfigChange.between(started, started, moved))
                .isEqualTo(new ConfigChange(List.of(), List.of("upstream.base_url", "upstream.tls.trust")));
        assertThat(ConfigChange.between(started, moved, back))
                .isEqualTo(new ConfigChange(List.of("upstream.tls.trust"), List.of()));
    }
}
