package dev.rctp.gateway.faults;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.TestPorts;
import dev.rctp.gateway.http.rest.Discovery;
import dev.rctp.gateway.sandbox.Sandbox;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServer;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServerSettings;
import dev.rctp.gateway.sandbox.marketplace.Marketplace;
import dev.rctp.gateway.sandbox.marketplace.MarketplaceSettings;
import dev.rctp.gateway.sandbox.marketplace.SignedByGateway;
import dev.rctp.gateway.sandbox.operators.OperatorHosts;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * What stands around a gateway: authorization server, marketplace and operators' hosts in this process, on the state that a
 * sandbox made. The gateways are processes of their own, started from the sandbox's {@code gateway.yaml}.
 */
final class Surroundings implements AutoCloseable {

    static final Path PROGRAMS = ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home"));

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path state;
    private final SandboxPorts ports;
    private final JsonNode file;
    private final Map<String, String> secrets = new TreeMap<>();
    private final Cryptography cryptography = Cryptography.select();
    private final SecureRandom random = new SecureRandom();
    private final IdSource ids = IdSource.random(random);
    private final OperatorHosts operators;
    private final World world;
    private final Deque<GatewayProcess> gateways = new ArrayDeque<>();
    private @Nullable AuthorizationServer authorizationServer;
    private @Nullable Marketplace marketplace;
    private @Nullable ServerSocket silence;

    private Surroundings(Path state, SandboxPorts ports) throws IOException {
        this.state = state;
        this.ports = ports;
        this.file = JSON.readTree(Files.readAllBytes(state.resolve("sandbox.json")));
        JSON.readTree(Files.readAllBytes(state.resolve("secrets.json")))
                .properties()
                .forEach(
                        secret -> secrets.put(secret.getKey(), secret.getValue().asString()));
        this.operators = OperatorHosts.start(ports.first() + 4, cryptography, state);
        this.world = new World(state.resolve("sandbox.json"), cryptography);
        openAuthorizationServer();
        openMarketplace();
    }

    /** Makes the state with a sandbox, which then leaves, and starts all but a gateway on it. */
    static Surroundings in(Path state, int fromPort) throws Exception {
        return in(state, fromPort, world -> {});
    }

    /** What is done in the sandbox before it leaves: only there listings get terms. */
    interface Preparation {
        void in(World world) throws Exception;
    }

    /** The same, prepared so. */
    static Surroundings in(Path state, int fromPort, Preparation preparation) throws Exception {
        SandboxPorts ports = TestPorts.from(fromPort);
        final byte[] file;
        try (Sandbox sandbox = Sandbox.start(state, ports, PROGRAMS)) {
            preparation.in(new World(sandbox.file(), Cryptography.select()));
            file = Files.readAllBytes(sandbox.file());
        }
        Files.write(state.resolve("sandbox.json"), file); // a sandbox that leaves takes it along
        return new Surroundings(state, ports);
    }

    /** The sandbox's doors, without those that only a sandbox's gateway has. */
    World world() {
        return world;
    }

    /** The gateway that {@code sandbox.json} names. */
    URI gateway() {
        return world.gateway();
    }

    /** The folder of the gateway's own database. */
    Path database() {
        return state.resolve("database");
    }

    /** Starts a gateway from {@code gateway.yaml}, changed so; it is ready when this returns. */
    GatewayProcess serve(String name, Consumer<ObjectNode> change) throws IOException {
        return begin(name, change).awaitReady();
    }

    /** The same with these variables in its environment. */
    GatewayProcess serve(String name, Map<String, String> variables, Consumer<ObjectNode> change) throws IOException {
        Map<String, String> environment = new TreeMap<>(secrets);
        environment.putAll(variables);
        return begin(name, environment, change).awaitReady();
    }

    /** Starts a gateway from {@code gateway.yaml}, changed so, and waits for nothing. */
    GatewayProcess begin(String name, Consumer<ObjectNode> change) throws IOException {
        return begin(name, secrets, change);
    }

    private GatewayProcess begin(String name, Map<String, String> environment, Consumer<ObjectNode> change)
            throws IOException {
        ObjectNode config = configure(name, change);
        Path changed = state.resolve(name + ".yaml");
        URI management =
                URI.create("http://" + config.path("management").path("address").asString());
        GatewayProcess process = GatewayProcess.begin(
                state.resolve(name + ".log"), management, environment, "serve", "--config", changed.toString());
        gateways.push(process);
        return process;
    }

    /** Writes the configuration of a gateway of this name: {@code gateway.yaml} of the sandbox, changed so. */
    ObjectNode configure(String name, Consumer<ObjectNode> change) throws IOException {
        Path own = state.resolve(name + ".yaml");
        Path pristine = state.resolve("sandbox-gateway.yaml");
        if (!Files.exists(pristine)) {
            Files.copy(state.resolve("gateway.yaml"), pristine);
        }
        ObjectNode config = (ObjectNode) JSON.readTree(Files.readAllBytes(pristine));
        change.accept(config);
        Files.write(own, JSON.writeValueAsBytes(config));
        return config;
    }

    /** The agents of an operator, calling this gateway, with the machine's clock. */
    List<Agent> agents(String operator, URI gateway) {
        List<Agent> agents = new ArrayList<>();
        for (JsonNode known : file.path("operators")) {
            if (known.path("name").asString().equals(operator)) {
                known.path("agents")
                        .forEach(agent ->
                                agents.add(agent(agent, known.path("profile").asString(), gateway)));
            }
        }
        return agents;
    }

    /** An agent more of this operator, in its profile from now on. */
    JsonNode hire(String operator, String agentId) throws IOException, InterruptedException {
        URI profiles = world.test("webhooks").resolve("/test/profiles/" + operator);
        HttpRequest request = HttpRequest.newBuilder(profiles)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(
                        JSON.writeValueAsBytes(JSON.createObjectNode().put("add", agentId))))
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return JSON.readTree(
                    http.send(request, HttpResponse.BodyHandlers.ofByteArray()).body());
        }
    }

    /** That agent, calling this gateway. */
    Agent hired(String operator, JsonNode agent, URI gateway) {
        String profile = world.test("webhooks")
                .resolve("/" + operator + "/.well-known/ucp")
                .toString();
        return agent(agent, profile, gateway);
    }

    private Agent agent(JsonNode agent, String profile, URI gateway) {
        HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(5))
                .build();
        try {
            return new Agent(
                    http,
                    gateway,
                    agent.path("agent_id").asString(),
                    profile,
                    cryptography.signingKey(agent.path("jwk")),
                    InstantSource.system());
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("a key of sandbox.json is malformed", e);
        }
    }

    void openMarketplace() throws IOException {
        marketplace = Marketplace.start(new MarketplaceSettings(
                ports.first() + 3,
                new SignedByGateway(
                        URI.create(gateway() + Discovery.PROFILE_PATH), cryptography, InstantSource.system()),
                ids,
                state));
    }

    void closeMarketplace() {
        if (marketplace != null) {
            marketplace.close();
            marketplace = null;
        }
    }

    private void openAuthorizationServer() throws IOException {
        authorizationServer = AuthorizationServer.start(new AuthorizationServerSettings(
                ports.first(),
                gateway().toString(),
                "gateway",
                String.valueOf(secrets.get("RCTP_CLIENT_SECRET")),
                Registries.load().actions().all(),
                operators,
                InstantSource.system(),
                cryptography,
                random,
                ids,
                state));
    }

    /** Puts a server in the authorization server's place that takes connections and never says a word. */
    void silenceAuthorizationServer() throws IOException {
        if (authorizationServer != null) {
            authorizationServer.close();
            authorizationServer = null;
        }
        silence = new ServerSocket(ports.first(), 1024);
    }

    /** Puts the authorization server back. */
    void restoreAuthorizationServer() throws IOException {
        if (silence != null) {
            silence.close();
            silence = null;
        }
        openAuthorizationServer();
    }

    @Override
    public void close() throws IOException {
        while (!gateways.isEmpty()) {
            gateways.pop().close();
        }
        closeMarketplace();
        if (silence != null) {
            silence.close();
        }
        if (authorizationServer != null) {
            authorizationServer.close();
        }
        operators.close();
    }
}
