package dev.rctp.conformance.breakable;

import dev.rctp.conformance.plan.GatewayConfigTemplate;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.plan.PlanTemplate;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.AllSections;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.run.Runner;
import dev.rctp.conformance.run.Selection;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.server.HttpHost;
import dev.rctp.conformance.world.Cast;
import dev.rctp.conformance.world.World;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.agent.AgentKey;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Where the breakable gateway is judged: each time a new gateway with new hosts around it. */
public final class Bench {

    private static final int PORTS = 6;
    private static final int FIRST_PORT = 21_000;
    private static final int LAST_PORT = 29_000;
    private static final int PARALLEL = 8;

    private final Registries registries = Registries.load();
    private final Requirements requirements = Requirements.load();
    private final Suite suite = Suite.of(requirements, AllSections.list());
    private final Path folder;
    private final int port;

    private Bench(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /** In an empty folder, on ports that nobody listens at. */
    public static Bench in(Path folder) throws IOException {
        AgentKey.generate(SignatureAlgorithm.ES256).write(folder.resolve("gateway.jwk"));
        return new Bench(folder, freePorts());
    }

    private static int freePorts() throws IOException {
        for (int first = FIRST_PORT; first < LAST_PORT; first += PORTS) {
            if (areFree(first)) {
                return first;
            }
        }
        throw new IOException("no free ports");
    }

    private static boolean areFree(int first) {
        for (int port = first; port < first + PORTS; port++) {
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                socket.setReuseAddress(true);
            } catch (IOException _) {
                return false;
            }
        }
        return true;
    }

    /** All tests there are. */
    public Suite suite() {
        return suite;
    }

    /** The results of these tests against a gateway with these faults; all tests where none is named. */
    public List<Result> judge(Set<Fault> faults, List<String> only) throws IOException, InterruptedException {
        Path config = folder.resolve("gateway.yaml");
        Files.writeString(config, new GatewayConfigTemplate(plan(null), Cast.onboarded()).text());
        try (Breakable gateway = Breakable.start(BreakableConfig.read(config), faults);
                World world = new World(plan(gateway.clockUrl()), registries)) {
            world.clock().align();
            return new Runner(suite, new Selection(world.plan(), only), world, PARALLEL).run(_ -> {});
        }
    }

    /** The results of all tests against a gateway without faults, some of whose answers have something odd in them. */
    public List<Result> judgeBehindOddAnswers(long seed) throws IOException, InterruptedException {
        Path config = folder.resolve("gateway.yaml");
        int behind = port + 5;
        Files.writeString(
                config,
                new GatewayConfigTemplate(plan(null), Cast.onboarded())
                        .text()
                        .replace("address: 127.0.0.1:" + (port + 3), "address: 127.0.0.1:" + behind));
        try (Breakable gateway = Breakable.start(BreakableConfig.read(config), Set.of());
                HttpHost _ = HttpHost.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port + 3),
                        null,
                        new OddAnswers(URI.create("http://127.0.0.1:" + behind), seed));
                World world = new World(plan(gateway.clockUrl()), registries)) {
            world.clock().align();
            return new Runner(suite, new Selection(world.plan(), List.of()), world, PARALLEL).run(_ -> {});
        }
    }

    private Plan plan(@Nullable String clockUrl) throws IOException {
        Path file = folder.resolve("plan.yaml");
        PlanTemplate template = new PlanTemplate(
                "http://localhost:" + (port + 3),
                port,
                clockUrl,
                "http://127.0.0.1:" + (port + 4),
                "a-secret-of-the-management-api-0123456789",
                "a-secret-of-the-gateway-at-the-server-0123",
                "a seed for tests");
        Files.writeString(file, template.text());
        return switch (new PlanReader(requirements, registries.actions(), Map.of()).read(file)) {
            case PlanReading.Good(Plan plan) -> plan;
            case PlanReading.Faulty(var faults) -> throw new IllegalStateException(String.valueOf(faults));
        };
    }
}
