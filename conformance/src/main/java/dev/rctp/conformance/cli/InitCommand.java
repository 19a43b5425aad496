package dev.rctp.conformance.cli;

import dev.rctp.conformance.plan.GatewayConfigTemplate;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.PlanReader;
import dev.rctp.conformance.plan.PlanReading;
import dev.rctp.conformance.plan.PlanTemplate;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.world.Cast;
import dev.rctp.registries.Registries;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp conformance init}: a plan to begin with, or the gateway's configuration that matches one. */
@Command(
        name = "init",
        description = "Prints a commented plan, or with --gateway-config the gateway.yaml that matches a plan.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  rctp conformance init --base-url http://localhost:4103 > plan.yaml",
            "  rctp conformance init --gateway-config plan.yaml > gateway.yaml"
        })
final class InitCommand implements Callable<Integer> {

    @Option(
            names = "--base-url",
            paramLabel = "URL",
            description = "Where the target is, for a plan; default: ${DEFAULT-VALUE}.")
    private String baseUrl = "http://localhost:4103";

    @Option(
            names = "--port",
            description = "The first of the runner's three ports, for a plan; default: ${DEFAULT-VALUE}.")
    private int port = 4100;

    @Option(names = "--clock-url", paramLabel = "URL", description = "Where the target's clock is moved, for a plan.")
    private @Nullable String clockUrl;

    @Option(
            names = "--gateway-config",
            paramLabel = "PLAN",
            description = "Print the gateway.yaml that matches this plan.")
    private @Nullable Path plan;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        Path matching = plan;
        if (matching == null) {
            String fault = PlanReader.faultOfAddress(baseUrl, port);
            if (!fault.isEmpty()) {
                spec.commandLine().getErr().println(fault);
                return ExitCode.USAGE.code();
            }
            spec.commandLine().getOut().print(template().text());
            spec.commandLine().getOut().flush();
            return ExitCode.CONFORMANT.code();
        }
        PlanReader reader =
                new PlanReader(Requirements.load(), Registries.load().actions(), System.getenv());
        return switch (reader.read(matching)) {
            case PlanReading.Good(Plan good) -> {
                spec.commandLine().getOut().print(new GatewayConfigTemplate(good, Cast.onboarded()).text());
                spec.commandLine().getOut().flush();
                yield ExitCode.CONFORMANT.code();
            }
            case PlanReading.Faulty(var faults) -> {
                faults.forEach(fault -> spec.commandLine().getErr().println(matching + ": " + fault));
                yield ExitCode.USAGE.code();
            }
        };
    }

    private PlanTemplate template() {
        return new PlanTemplate(
                baseUrl, port, clockUrl, "http://127.0.0.1:" + (port + 4), secret(), secret(), secret());
    }

    private static String secret() {
        byte[] octets = new byte[24];
        new SecureRandom().nextBytes(octets);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
