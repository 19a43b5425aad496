package dev.rctp.gateway.sandbox.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.sandbox.loopback.TestClient;
import dev.rctp.gateway.sandbox.loopback.TestClient.Answer;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

class OperatorHostsTest {

    private static final Schemas SCHEMAS = Registries.load().schemas();

    private final Cryptography cryptography = Cryptography.select();
    private final TestClient http = new TestClient();
    private OperatorHosts hosts;

    @BeforeEach
    void start() throws IOException {
        hosts = OperatorHosts.start(0, cryptography, null);
    }

    @AfterEach
    void stop() {
        hosts.close();
        http.close();
    }

    @Test
    @DisplayName("The six operators have their names, roles and agents, two at least for each buyer operator")
    void cast() {
        assertThat(hosts.operators().stream().map(HostedOperator::name))
                .containsExactly("seller-ops", "buyer-ops-a", "buyer-ops-b", "escrow", "carrier", "marketplace");
        assertThat(hosts.operators().stream().map(HostedOperator::roles))
                .containsExactly(
                        List.of("seller"),
                        List.of("buyer"),
                        List.of("buyer"),
                        List.of("holder"),
                        List.of("carrier"),
                        List.of("marketplace"));
        assertThat(hosts.operators()).allSatisfy(operator -> {
            int least = operator.name().startsWith("buyer") ? 2 : 1;
            assertThat(operator.agents()).hasSizeGreaterThanOrEqualTo(least);
            assertThat(operator.profile()).isEqualTo(hosts.address() + "/" + operator.name() + "/.well-known/ucp");
        });
    }

    @Test
    @DisplayName(
            "OPR-3, OPR-4: every profile fits our schema and UCP's own, with thumbprints as kid and nothing private")
    void profiles() throws MalformedKeyException {
        UcpSchemas ucp = new UcpSchemas();
        for (HostedOperator operator : hosts.operators()) {
            Answer answer = http.get(operator.profile());
            JsonNode profile = answer.json();

            assertThat(answer.field("content-type")).isEqualTo("application/json");
            assertThat(SCHEMAS.validate("ucp-profile", profile)).isEmpty();
            assertThat(ucp.faults("platform_schema", profile)).isEmpty();
            assertThat(ucp.faults("business_schema", profile)).isEmpty();
            assertThat(profile.at("/ucp/capabilities/dev.rctp.deal/0/config/webhook_url")
                            .stringValue())
                    .isEqualTo(hosts.address() + "/" + operator.name() + "/webhooks");
            assertThat(profile.get("keys").size()).isEqualTo(operator.agents().size());
            for (JsonNode jwk : profile.get("keys")) {
                assertThat(jwk.has("d")).isFalse();
                assertThat(cryptography.verificationKey(jwk).thumbprint())
                        .isEqualTo(jwk.get("kid").stringValue());
            }
        }
    }

    @Test
    void theUcpSchemasRefuseABadProfile() {
        JsonNode profile = http.get(hosts.operators().getFirst().profile()).json();
        profile.withObject("/ucp").remove("payment_handlers");

        assertThat(new UcpSchemas().faults("platform_schema", profile)).isNotEmpty();
    }

    @Test
    @DisplayName("OPR-2: profiles may be kept for a minute, and tell by ETag that they are the same")
    void caching() {
        String profile = hosts.operators().getFirst().profile();
        Answer answer = http.get(profile);

        assertThat(answer.field("cache-control")).isEqualTo("public, max-age=60");
        Answer again = http.get(profile, "If-None-Match", answer.field("etag"));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.field("etag")).isEqualTo(answer.field("etag"));
    }

    @Test
    @DisplayName("GET /test/webhooks gives operator, headers and body of each webhook that came")
    void webhooks() {
        http.post(hosts.address() + "/buyer-ops-a/webhooks", "{\"id\": 1}", "Webhook-Id", "whk_1");
        assertThat(http.post(hosts.address() + "/nobody/webhooks", "{}").status())
                .isEqualTo(404);

        JsonNode received = http.get(hosts.address() + "/test/webhooks").json();
        assertThat(received.size()).isEqualTo(1);
        assertThat(received.at("/0/operator").stringValue()).isEqualTo("buyer-ops-a");
        assertThat(received.at("/0/headers/webhook-id").stringValue()).isEqualTo("whk_1");
        assertThat(received.at("/0/body").stringValue()).isEqualTo("{\"id\": 1}");
        http.send("DELETE", hosts.address() + "/test/webhooks", "");
        assertThat(http.get(hosts.address() + "/test/webhooks").text()).isEqualTo("[]");
    }

    @Test
    @DisplayName("OPR-2: a test takes a key out of a profile and puts a new one in")
    void rotation() {
        HostedOperator operator = hosts.operators().getFirst();
        String url = hosts.address() + "/test/profiles/" + operator.name();
        String old = operator.agents().getFirst().key().thumbprint();
        String tag = http.get(operator.profile()).field("etag");

        assertThat(http.post(url, "{\"remove_kid\":\"" + old + "\"}").status()).isEqualTo(204);
        assertThat(http.post(url, "{\"remove_kid\":\"" + old + "\"}").status()).isEqualTo(404);
        Answer added = http.post(url, "{\"add\":\"new-agent\"}");

        assertThat(added.status()).isEqualTo(201);
        assertThat(added.json().get("agent_id").stringValue()).isEqualTo("new-agent");
        Answer profile = http.get(operator.profile());
        assertThat(profile.field("etag")).isNotEqualTo(tag);
        assertThat(profile.text())
                .doesNotContain(old)
                .contains(added.json().at("/jwk/kid").stringValue());
    }

    @Test
    void operatorsAreTheAuthorizationServersClients() {
        HostedOperator operator = hosts.operators().getFirst();

        assertThat(hosts.find(operator.profile()))
                .hasValueSatisfying(client -> assertThat(client.legalEntity()).isEqualTo("Seller Ops GmbH"));
        assertThat(hosts.find("http://localhost:1/.well-known/ucp")).isEmpty();
        assertThat(hosts.holding(operator.agents().getFirst().key().thumbprint()))
                .isEqualTo(hosts.find(operator.profile()));
    }

    @Test
    void keysOutliveARestart(@TempDir Path state) throws IOException {
        List<String> before;
        try (OperatorHosts first = OperatorHosts.start(0, cryptography, state)) {
            before = thumbprints(first);
        }
        try (OperatorHosts second = OperatorHosts.start(0, cryptography, state)) {
            assertThat(thumbprints(second)).isEqualTo(before).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName("No page reaches the sandbox under a name of its own (DNS rebinding)")
    void foreignNames() throws IOException {
        try (Socket socket = new Socket("localhost", URI.create(hosts.address()).getPort())) {
            socket.getOutputStream()
                    .write("GET /test/webhooks HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 421 ");
        }
    }

    private static List<String> thumbprints(OperatorHosts of) {
        return of.operators().stream()
                .flatMap(operator -> operator.agents().stream())
                .map(agent -> agent.key().thumbprint())
                .toList();
    }

    @Test
    @DisplayName(
            "--operator: a profile file is hosted here and read anew, a URL stays where it is, both are OAuth clients")
    void ownOperators(@TempDir Path folder) throws Exception {
        Path file = Files.write(folder.resolve("ucp.json"), profile("First Ltd", "k1"));
        String elsewhere = hosts.operators().getFirst().profile();
        List<OwnOperator> own = OwnOperator.of(List.of(file.toString(), elsewhere));
        try (OperatorHosts mine = OperatorHosts.start(0, cryptography, null, own)) {
            String profile = mine.address() + "/own/.well-known/ucp";
            assertThat(mine.operators()).hasSize(8);
            assertThat(mine.operators().get(6).profile()).isEqualTo(profile);
            assertThat(mine.operators().get(7).profile()).isEqualTo(elsewhere);
            assertThat(http.get(profile).field("cache-control")).isEqualTo("public, max-age=60");
            assertThat(mine.find(profile).orElseThrow().legalEntity()).isEqualTo("First Ltd");
            assertThat(mine.find(elsewhere).orElseThrow().legalEntity()).isEqualTo("Seller Ops GmbH");
            assertThat(mine.holding("k1").orElseThrow().id()).isEqualTo(profile);

            Files.write(file, profile("Second Ltd", "k2"));
            assertThat(http.get(profile).json().at("/keys/0/kid").asString()).isEqualTo("k2");
            assertThat(mine.holding("k1")).isEmpty();
            assertThat(http.get(mine.address() + "/own-2/.well-known/ucp").status())
                    .isEqualTo(404);
        }
        assertThatThrownBy(() -> OwnOperator.of(List.of(folder.resolve("none").toString())))
                .hasMessageContaining("no profile file");
        assertThatThrownBy(() -> OwnOperator.of(List.of("http://agent.example/ucp")))
                .hasMessageContaining("Not the URL of a profile");
    }

    private static byte[] profile(String company, String kid) {
        return OperatorProfile.of(company, "DE", "mailto:a@a.example", 1)
                .key(JsonNodeFactory.instance.objectNode().put("kid", kid))
                .build()
                .bytes();
    }
}
