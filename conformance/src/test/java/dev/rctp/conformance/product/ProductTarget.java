package dev.rctp.conformance.product;

import dev.rctp.conformance.hosts.RunnerClock;
import dev.rctp.conformance.plan.GatewayConfigTemplate;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.plan.PlanTemplate;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.world.Cast;
import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.agent.AgentKey;
import dev.rctp.registries.Registries;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import tools.jackson.databind.node.JsonNodeFactory;

/** The gateway as {@code rctp serve} starts it, with the configuration that {@code init --gateway-config} prints and a clock door. */
public final class ProductTarget implements AutoCloseable {

    private final Path planFile;
    private final Plan plan;
    private final HttpHost clockDoor;
    private final Gateway gateway;

    private ProductTarget(Path planFile, Plan plan, HttpHost clockDoor, Gateway gateway) {
        this.planFile = planFile;
        this.plan = plan;
        this.clockDoor = clockDoor;
        this.gateway = gateway;
    }

    /** Writes plan, configuration and keys into an empty folder and starts; it takes six ports from this one on. */
    public static ProductTarget start(Path folder, int port) throws Exception {
        Path planFile = folder.resolve("plan.yaml");
        Files.writeString(
                planFile,
                new PlanTemplate(
                                "http://localhost:" + (port + 3),
                                port,
                                "http://localhost:" + (port + 5) + "/",
                                "http://127.0.0.1:" + (port + 4),
                                "a-secret-of-the-management-api-0123456789",
                                "a-secret-of-the-gateway-at-the-server-0123",
                                "a seed for tests")
                        .text());
        Plan plan = plan(planFile);
        Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, new GatewayConfigTemplate(plan, Cast.onboarded()).text());
        keep(folder.resolve("gateway.jwk"), SignatureAlgorithm.ES256);
        keep(folder.resolve("log.jwk"), SignatureAlgorithm.ED25519);
        RunnerClock clock = new RunnerClock();
        HttpHost door = HttpHost.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 5),
                null,
                request -> turn(clock, request));
        Gateway gateway = Gateway.start(
                config(file),
                clock,
                Clock.systemUTC(),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home", ".")),
                (api, _) -> api);
        return new ProductTarget(planFile, plan, door, gateway);
    }

    private static Plan plan(Path file) {
        PlanReader reader =
                new PlanReader(Requirements.load(), Registries.load().actions(), Map.of());
        return switch (reader.read(file)) {
            case PlanReading.Good(Plan good) -> good;
            case PlanReading.Faulty(var faults) -> throw new IllegalStateException(String.valueOf(faults));
        };
    }

    private static GatewayConfig config(Path file) {
        return switch (new ConfigReader(Registries.load(), Map.of()).read(file)) {
            case ConfigReading.Good good -> good.config();
            case ConfigReading.Faulty faulty -> throw new IllegalStateException(String.valueOf(faulty.faults()));
        };
    }

    private static void keep(Path file, SignatureAlgorithm algorithm) throws Exception {
        if (!Files.exists(file)) {
            AgentKey.generate(algorithm).write(file);
        }
    }

    private static Reply turn(RunnerClock clock, Received request) {
        if (request.method().equals("POST")) {
            clock.advance(Duration.ofSeconds(request.json().path("advance_s").asLong()));
        }
        return Reply.json(
                200,
                JsonNodeFactory.instance.objectNode().put("now", clock.instant().toString()));
    }

    /** The plan that it matches. */
    public Plan plan() {
        return plan;
    }

    /** Where that plan is. */
    public Path planFile() {
        return planFile;
    }

    @Override
    public void close() {
        gateway.close();
        clockDoor.close();
    }

    /** {@code ProductTarget DIR PORT}: stays up until it is killed. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Files.createDirectories(folder);
        try (ProductTarget target = start(folder, Integer.parseInt(arguments[1]))) {
            System.out.println("up, plan: " + target.planFile());
            new CountDownLatch(1).await();
        }
    }
}
