package dev.rctp.conformance.product;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.plan.PlanTemplate;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.run.Runner;
import dev.rctp.conformance.run.Selection;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.s03grant.Gra7;
import dev.rctp.conformance.world.World;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServer;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServerSettings;
import dev.rctp.gateway.sandbox.authserver.Clients;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sandbox's authorization server keeps GRA-7, as the runner judges it. */
final class SandboxServerTest {

    private static final String RESOURCE = "https://gateway.example";
    private static final String SECRET = "a-secret-of-the-gateway-at-the-server";

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<@Nullable World> world = new AtomicReference<>();

    @Test
    void keepsTheClause() throws Exception {
        Registries registries = Registries.load();
        Requirements requirements = Requirements.load();
        try (AuthorizationServer server = AuthorizationServer.start(settings(registries));
                ConsentDoor door = new ConsentDoor();
                World running = new World(plan(registries, requirements, server.issuer(), door.url()), registries)) {
            world.set(running);
            Suite suite = Suite.of(requirements, List.of(new Gra7()));
            List<Result> results =
                    new Runner(suite, new Selection(running.plan(), List.of("GRA-7")), running, 4).run(result -> {});
            assertThat(results).hasSizeGreaterThan(20);
            assertThat(results)
                    .filteredOn(result -> result.outcome() != Outcome.PASS)
                    .extracting(result -> result.requirement().name() + ": " + result.sentence())
                    .isEmpty();
        }
    }

    private AuthorizationServerSettings settings(Registries registries) {
        SecureRandom random = new SecureRandom();
        return new AuthorizationServerSettings(
                0,
                RESOURCE,
                "gateway",
                SECRET,
                registries.actions().all(),
                new RunnersOperators(),
                InstantSource.system(),
                Cryptography.select(),
                random,
                IdSource.random(random),
                null);
    }

    private Plan plan(Registries registries, Requirements requirements, String issuer, String door) throws Exception {
        Path file = folder.resolve("plan.yaml");
        int port = freePorts();
        String text = new PlanTemplate(
                        "http://localhost:9", port, null, null, null, "secret-of-nobody-0123456789", "a seed")
                .text();
        Files.writeString(
                file,
                text + "\nauthorization_server:\n  issuer: " + issuer + "\n  consent_url: " + door
                        + "\n  introspection: {client_id: gateway, client_secret: " + SECRET + "}\n");
        return switch (new PlanReader(requirements, registries.actions(), Map.of()).read(file)) {
            case PlanReading.Good(Plan good) -> good;
            case PlanReading.Faulty(var faults) -> throw new IllegalStateException(String.valueOf(faults));
        };
    }

    /** The first of three ports that are probably free. */
    private static int freePorts() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return Math.min(socket.getLocalPort(), 65_000);
        }
    }

    /** The operators that the runner plays are the server's clients. */
    private final class RunnersOperators implements Clients {

        @Override
        public Optional<Client> find(String clientId) {
            return client(operator -> operator.url().equals(clientId));
        }

        @Override
        public Optional<Client> holding(String jkt) {
            return client(operator -> operator.publicJwks().stream()
                    .anyMatch(key -> key.path("kid").asString("").equals(jkt)));
        }

        private Optional<Client> client(Predicate<HostedOperator> meant) {
            return Objects.requireNonNull(world.get()).operators().all().stream()
                    .filter(meant)
                    .findFirst()
                    .map(operator ->
                            new Client(operator.url(), operator.identity().legalEntity()));
        }
    }
}
