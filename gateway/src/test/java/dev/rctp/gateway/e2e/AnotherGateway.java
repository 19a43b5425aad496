package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.http.tls.PemFiles;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.Registries;
import java.net.InetAddress;
import java.net.InetSocketAddress;
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

/** A gateway beside the sandbox's, on its database, started from its configuration with changes. */
public final class AnotherGateway implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Gateway gateway;
    private final Place place;

    private AnotherGateway(Gateway gateway, Place place) {
        this.gateway = gateway;
        this.place = place;
    }

    private record Place(Path state, Path folder, String name, int port) {}

    /**
     * Starts it.
     *
     * @param state the sandbox's folder
     * @param folder where its configuration goes
     * @param name its {@code gateway_id}
     * @param change what is to be changed in the sandbox's configuration
     */
    public static AnotherGateway start(
            Path state, Path folder, String name, InstantSource clock, Consumer<ObjectNode> change) throws Exception {
        Place place = new Place(state, folder, name, TestPorts.from(24_600).first());
        Path programs = state.resolveSibling("rctp-programs");
        return new AnotherGateway(
                Gateway.start(config(place, change), clock, Clock.systemUTC(), programs, (api, listings) -> api),
                place);
    }

    /** Has it take over its configuration with other changes instead. */
    void reload(Consumer<ObjectNode> change) throws Exception {
        reload(change, () -> {});
    }

    /** The same, where something happens after the file was found good. */
    void reload(Consumer<ObjectNode> change, Meanwhile meanwhile) throws Exception {
        GatewayConfig read = config(place, change);
        meanwhile.happens();
        gateway.reload(read);
    }

    /** What happens between the reading of a configuration and its use. */
    interface Meanwhile {
        void happens() throws Exception;
    }

    private static GatewayConfig config(Place place, Consumer<ObjectNode> change) throws Exception {
        Path state = place.state();
        int port = place.port();
        ObjectNode config = (ObjectNode) read(state.resolve("gateway.yaml"));
        config.put("gateway_id", place.name());
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
        Path file = place.folder().resolve(place.name() + ".yaml");
        Files.write(file, JSON.writeValueAsBytes(config));
        ConfigReading reading = new ConfigReader(Registries.load(), secrets(state)).read(file);
        assertThat(reading).isInstanceOf(ConfigReading.Good.class);
        return ((ConfigReading.Good) reading).config();
    }

    /** The change that puts TLS in front. */
    static Consumer<ObjectNode> tls(PemFiles pem) {
        return config -> config.withObject("/listen")
                .put("scheme", "https")
                .putObject("tls")
                .put("certificate", pem.certificate().toString())
                .put("key", pem.key().toString());
    }

    private static Map<String, String> secrets(Path state) throws Exception {
        Map<String, String> secrets = new TreeMap<>();
        for (var secret : read(state.resolve("secrets.json")).properties()) {
            secrets.put(secret.getKey(), secret.getValue().asString());
        }
        return secrets;
    }

    static JsonNode read(Path file) throws Exception {
        return JSON.readTree(Files.readAllBytes(file));
    }

    /** Where agents and browsers call it. */
    public int port() {
        return place.port();
    }

    /** Its management port. */
    URI management() {
        return URI.create("http://127.0.0.1:" + (place.port() + 1));
    }

    /** The sandbox's time, which tests move. */
    public static InstantSource clock(World world) throws Exception {
        return InstantSource.offset(
                InstantSource.system(),
                Duration.between(InstantSource.system().instant(), world.clock().instant()));
    }

    /** An agent of the sandbox's seller operator that calls the gateway at this address. */
    static Agent agent(Path state, HttpClient http, URI gateway, InstantSource clock) throws Exception {
        return agent(state, http, gateway, clock, "seller-ops", 0);
    }

    /** The n-th agent of a sandbox's operator that calls the gateway at this address. */
    static Agent agent(Path state, HttpClient http, URI gateway, InstantSource clock, String name, int n)
            throws Exception {
        for (JsonNode operator : read(state.resolve("sandbox.json")).path("operators")) {
            if (operator.path("name").asString().equals(name)) {
                JsonNode agent = operator.path("agents").get(n);
                return new Agent(
                        http,
                        gateway,
                        agent.path("agent_id").asString(),
                        operator.path("profile").asString(),
                        Cryptography.select().signingKey(agent.path("jwk")),
                        clock);
            }
        }
        throw new AssertionError("the sandbox has no " + name);
    }

    /** Where agents connect to. */
    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), place.port());
    }

    @Override
    public void close() {
        gateway.close();
    }
}
