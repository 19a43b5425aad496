package dev.rctp.conformance.cli;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.report.Redaction;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.Reach;
import dev.rctp.conformance.world.World;
import dev.rctp.registries.Registries;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code rctp conformance check}: whether target and runner reach each other. */
@Command(
        name = "check",
        description = {
            "Tells whether target and runner reach each other, and what to look at where they don't.",
            "It sends two signed calls about a listing that the target has no terms for."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp conformance check --plan plan.yaml"})
final class CheckCommand implements Callable<Integer> {

    @Mixin
    private PlanOption plan = new PlanOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        Registries registries = Registries.load();
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Plan read = plan.read(Requirements.load(), registries, err);
        if (read == null) {
            return ExitCode.USAGE.code();
        }
        if (!read.sideEffects()) {
            err.println(RunCommand.SANDBOX_ONLY);
            return ExitCode.USAGE.code();
        }
        try (World world = new World(read, registries)) {
            List<Reach.Step> steps = new Reach(world).check();
            Redaction redaction = Redaction.of(read);
            steps.forEach(step -> out.println((step.holds() ? "ok  " : "NO  ") + redaction.shown(step.sentence())));
            return steps.stream().allMatch(Reach.Step::holds)
                    ? ExitCode.CONFORMANT.code()
                    : ExitCode.UNREACHABLE.code();
        } catch (java.io.UncheckedIOException e) {
            err.println("The runner's hosts can't listen: " + e.getMessage() + ". Look at runner.port.");
            return ExitCode.UNREACHABLE.code();
        }
    }
}
