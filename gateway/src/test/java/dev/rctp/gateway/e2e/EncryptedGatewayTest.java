package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.ResponseVerifier;
import dev.rctp.msgsig.ValidSignature;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A second gateway beside the sandbox's, on its database, with TLS of its own. */
@ExtendWith(Sandboxed.class)
class EncryptedGatewayTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    @TempDir
    Path folder;

    private static JsonNode read(Path file) throws Exception {
        return JSON.readTree(Files.readAllBytes(file));
    }

    private GatewayConfig config(Path state, PemFiles pem, int port) throws Exception {
        ObjectNode config = (ObjectNode) read(state.resolve("gateway.yaml"));
        config.put("gateway_id", "encrypted");
        ObjectNode listen = config.withObject("/listen");
        listen.put("address", "127.0.0.1:" + port).put("scheme", "https");
        listen.withArray("/public_authorities").add("localhost:" + port);
        listen.putObject("tls")
                .put("certificate", pem.certificate().toString())
                .put("key", pem.key().toString());
        config.withObject("/management").put("address", "127.0.0.1:" + (port + 1));
        config.withObject("/profile")
                .put("signing_key", state.resolve("gateway-key.jwk").toString());
        config.putObject("store")
                .put("url", Tables.url(state.resolve("database")))
                .put("user", "rctp")
                .put("password", Tables.password(state.resolve("database")))
                .put("max_connections", 4);
        Path file = folder.resolve("gateway.yaml");
        Files.write(file, JSON.writeValueAsBytes(config));
        Map<String, String> secrets = new TreeMap<>();
        read(state.resolve("secrets.json"))
                .properties()
                .forEach(
                        secret -> secrets.put(secret.getKey(), secret.getValue().asString()));
        ConfigReading reading = new ConfigReader(Registries.load(), secrets).read(file);
        assertThat(reading).isInstanceOf(ConfigReading.Good.class);
        return ((ConfigReading.Good) reading).config();
    }

    private static Agent agent(Path state, HttpClient http, URI gateway, InstantSource clock) throws Exception {
        for (JsonNode operator : read(state.resolve("sandbox.json")).path("operators")) {
            if (operator.path("name").asString().equals("seller-ops")) {
                JsonNode agent = operator.path("agents").get(0);
                return new Agent(
                        http,
                        gateway,
                        agent.path("agent_id").asString(),
                        operator.path("profile").asString(),
                        Cryptography.select().signingKey(agent.path("jwk")),
                        clock);
            }
        }
        throw new AssertionError("the sandbox has no seller-ops");
    }

    @Test
    @DisplayName(
            "PRX-1, PRX-5, SIG-5, RSP-1, DEC-6: a signed call over TLS and HTTP/2 is accepted, forwarded and answered under signature")
    void overHttp2(World world, Path state) throws Exception {
        Stage stage = Stage.of(world);
        PemFiles pem = PemFiles.ec(folder);
        int port = SandboxPorts.freeFrom(24_600).first();
        URI gateway = URI.create("https://localhost:" + port);
        InstantSource clock = InstantSource.offset(
                InstantSource.system(),
                Duration.between(InstantSource.system().instant(), world.clock().instant()));
        try (HttpClient http = HttpClient.newBuilder()
                        .sslContext(PemFiles.trusting(pem))
                        .build();
                Gateway running = Gateway.start(
                        config(state, pem, port),
                        clock,
                        Clock.systemUTC(),
                        state.resolveSibling("rctp-programs"),
                        (api, listings) -> api)) {
            assertThat(running).isNotNull();
            HttpResponse<String> listings = http.send(
                    HttpRequest.newBuilder(gateway.resolve("/listings")).build(), HttpResponse.BodyHandlers.ofString());
            assertThat(listings.statusCode()).isEqualTo(200);
            assertThat(listings.version()).isEqualTo(HttpClient.Version.HTTP_2);

            Agent agent = agent(state, http, gateway, clock);
            Answer answer = agent.call("POST", stage.answers(), stage.grant.token(), "{\"text\":\"over HTTP/2\"}");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
            assertThat(answer.fields().combined("rctp-decision")).contains("auto");
            assertThat(answer.fields().combined("rctp-record")).isPresent();
            assertThat(stage.forwarded("over HTTP/2")).hasSize(1);
            var key = Cryptography.select()
                    .verificationKey(world.get(world.address("gateway_profile"))
                            .path("keys")
                            .get(0));
            assertThat(new ResponseVerifier(KeyLookup.of(key), Freshness.STRICT, clock)
                            .verify(
                                    new ResponseMessage(answer.status(), answer.fields()),
                                    answer.body(),
                                    answer.request()))
                    .isInstanceOf(ValidSignature.class);

            Answer refused = agent.call("POST", stage.answers(), null, Stage.TEXT);
            assertThat(refused.status()).isEqualTo(401);
            assertThat(refused.fields().combined("rctp-decision").orElse("")).contains("reason=grant_invalid");
        }
    }
}
