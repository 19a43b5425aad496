package dev.rctp.conformance.plan;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.registries.Actions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Reads {@code plan.yaml}: every fault at once, no unknown member, <code>${NAME}</code> from the environment. */
public final class PlanReader {

    private static final int LEAST_PORT = 1024;
    private static final int MOST_PORT = 65_533;

    private final Requirements requirements;
    private final Actions actions;
    private final Map<String, String> environment;

    /** Knows which requirements and verbs a plan can name. */
    public PlanReader(Requirements requirements, Actions actions, Map<String, String> environment) {
        this.requirements = requirements;
        this.actions = actions;
        this.environment = Map.copyOf(environment);
    }

    /** What is wrong with a target's address or the runner's first port; empty where nothing is. */
    public static String faultOfAddress(String baseUrl, int port) {
        if (!baseUrl.matches("https?://[^/?#@\\s]+")) {
            return "The target's URL has to be http or https and to end after host and port.";
        }
        return port < LEAST_PORT || port > MOST_PORT
                ? "The port has to be from " + LEAST_PORT + " to " + MOST_PORT + "."
                : "";
    }

    /** Reads the file. */
    public PlanReading read(Path file) {
        try {
            JsonNode root = YAMLMapper.builder().build().readTree(Files.readString(file));
            return read(root);
        } catch (IOException e) {
            return new PlanReading.Faulty(List.of("The file " + file + " can't be read."));
        } catch (JacksonException e) {
            return new PlanReading.Faulty(List.of("The file is no YAML: " + e.getOriginalMessage()));
        }
    }

    private PlanReading read(JsonNode root) {
        List<String> faults = new ArrayList<>();
        PlanTree tree = new PlanTree(root, environment, faults);
        tree.closed(
                "",
                Set.of(
                        "target",
                        "runner",
                        "profiles",
                        "side_effects",
                        "limits",
                        "expected_failures",
                        "authorization_server"));
        Plan plan = new Plan(
                target(tree, faults),
                runner(tree),
                profiles(tree, faults),
                sideEffects(tree, faults),
                tree.number("limits.parallel", 8, 1, 64),
                Duration.ofSeconds(tree.number("limits.timeout_s", 10, 1, 120)),
                expected(tree, faults),
                otherServer(tree));
        tree.closed("limits", Set.of("parallel", "timeout_s"));
        return faults.isEmpty() ? new PlanReading.Good(plan) : new PlanReading.Faulty(faults);
    }

    private Plan.Target target(PlanTree tree, List<String> faults) {
        tree.closed(
                "target",
                Set.of("base_url", "profile_url", "resource", "clock_url", "management", "routes", "passkeys"));
        tree.closed("target.management", Set.of("url", "bearer"));
        tree.closed("target.passkeys", Set.of("rp_id", "origin", "embedding_origin"));
        URI base = tree.url("target.base_url", null);
        if (!base.getRawPath().isEmpty() || base.getRawQuery() != null) {
            faults.add("target.base_url has to end after host and port.");
        }
        Map<String, String> routes = tree.textsByName("target.routes");
        routes.forEach((verb, route) -> checkRoute(verb, route, faults));
        return new Plan.Target(
                base,
                tree.url("target.profile_url", base + "/.well-known/ucp"),
                tree.text("target.resource", base.toString()),
                tree.optionalUrl("target.clock_url"),
                management(tree),
                routes,
                tree.text("target.passkeys.rp_id", base.getHost()),
                tree.text("target.passkeys.origin", base.toString()),
                tree.optional("target.passkeys.embedding_origin"));
    }

    private void checkRoute(String verb, String route, List<String> faults) {
        if (actions.find(verb).isEmpty()) {
            faults.add("target.routes." + verb + " is no verb.");
        } else if (!route.matches("[A-Z]+ /\\S*")) {
            faults.add("target.routes." + verb + " has to be a method and a path, such as POST /listings.");
        }
    }

    private static Plan.@Nullable Management management(PlanTree tree) {
        return tree.has("target.management")
                ? new Plan.Management(
                        tree.url("target.management.url", null), tree.text("target.management.bearer", null))
                : null;
    }

    private static Plan.RunnerSite runner(PlanTree tree) {
        tree.closed(
                "runner",
                Set.of(
                        "address",
                        "port",
                        "public_url",
                        "authorization_server_url",
                        "marketplace_url",
                        "operators_url",
                        "client_id",
                        "client_secret",
                        "seed"));
        int port = tree.number("runner.port", 4100, LEAST_PORT, MOST_PORT);
        String host = tree.text("runner.public_url", "http://localhost");
        return new Plan.RunnerSite(
                tree.text("runner.address", "127.0.0.1"),
                port,
                tree.url("runner.authorization_server_url", host + ":" + port),
                tree.url("runner.marketplace_url", host + ":" + (port + 1)),
                tree.url("runner.operators_url", host + ":" + (port + 2)),
                tree.text("runner.client_id", "gateway"),
                tree.text("runner.client_secret", null),
                tree.text("runner.seed", null));
    }

    private static Set<Requirement.Profile> profiles(PlanTree tree, List<String> faults) {
        Set<Requirement.Profile> chosen = EnumSet.noneOf(Requirement.Profile.class);
        List<String> all = Arrays.stream(Requirement.Profile.values())
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .toList();
        for (String name : tree.texts("profiles", all)) {
            if (all.contains(name)) {
                chosen.add(Requirement.Profile.valueOf(name.toUpperCase(Locale.ROOT)));
            } else {
                faults.add("profiles can't name " + name + "; there are " + String.join(", ", all) + ".");
            }
        }
        return chosen;
    }

    private static boolean sideEffects(PlanTree tree, List<String> faults) {
        String value = tree.optional("side_effects");
        if (value != null && !value.equals("sandbox") && !value.equals("none")) {
            faults.add("side_effects has to be sandbox or none.");
        }
        return "sandbox".equals(value);
    }

    private Map<String, String> expected(PlanTree tree, List<String> faults) {
        Map<String, String> expected = tree.textsByName("expected_failures");
        expected.keySet().stream()
                .filter(name ->
                        !name.startsWith("RCTP-") || requirements.find(name).isEmpty())
                .forEach(name -> faults.add("expected_failures names " + name + ", which is no requirement."));
        return expected;
    }

    private static Plan.@Nullable OtherServer otherServer(PlanTree tree) {
        tree.closed("authorization_server", Set.of("issuer", "consent_url", "sellers", "introspection"));
        tree.closed("authorization_server.introspection", Set.of("client_id", "client_secret"));
        return tree.has("authorization_server")
                ? new Plan.OtherServer(
                        tree.url("authorization_server.issuer", null),
                        tree.optionalUrl("authorization_server.consent_url"),
                        tree.texts("authorization_server.sellers", List.of()),
                        introspection(tree))
                : null;
    }

    private static Plan.@Nullable Client introspection(PlanTree tree) {
        String at = "authorization_server.introspection";
        return tree.has(at)
                ? new Plan.Client(tree.text(at + ".client_id", null), tree.text(at + ".client_secret", null))
                : null;
    }
}
