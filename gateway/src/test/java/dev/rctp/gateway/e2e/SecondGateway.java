package dev.rctp.gateway.e2e;

import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A second gateway beside the sandbox's, on its database and with its clock, configured otherwise. */
final class SecondGateway implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path state;
    private final Gateway gateway;
    private final int port;
    private final InstantSource clock;

    private SecondGateway(Path state, Gateway gateway, int port, InstantSource clock) {
        this.state = state;
        this.gateway = gateway;
        this.port = port;
        this.clock = clock;
    }

    /**
     * Starts it.
     *
     * @param folder where its configuration is written
     * @param change what is different from the sandbox's
     */
    static SecondGateway start(World world, Path state, Path folder, Consumer<ObjectNode> change) throws Exception {
        int port = SandboxPorts.freeFrom(24_600).first();
        InstantSource clock = InstantSource.offset(
                InstantSource.system(),
                Duration.between(InstantSource.system().instant(), world.clock().instant()));
        Gateway gateway = Gateway.start(
                config(state, folder, port, change),
                clock,
                Clock.systemUTC(),
                state.resolveSibling("rctp-programs"),
                (api, listings) -> api);
        return new SecondGateway(state, gateway, port, clock);
    }

    /** Its agents' port, over plain HTTP. */
    URI address() {
        return URI.create("http://localhost:" + port);
    }

    /** Its management port. */
    URI management() {
        return URI.create("http://127.0.0.1:" + (port + 1));
    }

    /** An agent of the sandbox's seller operator that calls this gateway. */
    Agent agent(HttpClient http) throws Exception {
        for (JsonNode operator : read(state.resolve("sandbox.json")).path("operators")) {
            if (operator.path("name").asString().equals("seller-ops")) {
                JsonNode agent = operator.path("agents").get(0);
                return new Agent(
                        http,
                        address(),
                        agent.path("agent_id").asString(),
                        operator.path("profile").asString(),
                        Cryptography.select().signingKey(agent.path("jwk")),
                        clock);
            }
        }
        throw new AssertionError("the sandbox has no seller-ops");
    }

    private static GatewayConfig config(Path state, Path folder, int port, Consumer<ObjectNode> change)
            throws Exception {
        ObjectNode config = (ObjectNode) read(state.resolve("gateway.yaml"));
        config.put("gateway_id", "second");
        config.withObject("/listen").put("address", "127.0.0.1:" + port);
        config.withObject("/listen").withArray("/public_authorities").add("localhost:" + port);
        config.withObject("/management").put("address", "127.0.0.1:" + (port + 1));
        config.withObject("/profile")
                .put("signing_key", state.resolve("gateway-key.jwk").toString());
        config.putObject("store")
                .put("url", Tables.url(state.resolve("database")))
                .put("user", "rctp")
                .put("password", Tables.password(state.resolve("database")))
                .put("max_connections", 4);
        change.accept(config);
        Path file = folder.resolve("gateway.yaml");
        Files.write(file, JSON.writeValueAsBytes(config));
        Map<String, String> secrets = new TreeMap<>();
        read(state.resolve("secrets.json"))
                .properties()
                .forEach(
                        secret -> secrets.put(secret.getKey(), secret.getValue().asString()));
        return switch (new ConfigReader(Registries.load(), secrets).read(file)) {
            case ConfigReading.Good good -> good.config();
            case ConfigReading.Faulty faulty ->
                throw new AssertionError(faulty.faults().toString());
        };
    }

    private static JsonNode read(Path file) throws Exception {
        return JSON.readTree(Files.readAllBytes(file));
    }

    @Override
    public void close() {
        gateway.close();
    }
}
