package dev.rctp.conformance.cli;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.AllSections;
import dev.rctp.conformance.run.Outcome;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.run.Runner;
import dev.rctp.conformance.run.Selection;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.world.World;
import dev.rctp.registries.Registries;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp conformance run}: runs the tests and tells what came of them. */
@Command(
        name = "run",
        description = "Tests the target of a plan.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp conformance run --plan plan.yaml --only RCTP-GRA-3"})
final class RunCommand implements Callable<Integer> {

    static final String SANDBOX_ONLY =
            "The tests write to the target: they run where the plan says side_effects: sandbox, and nowhere else.";

    @Mixin
    private PlanOption plan = new PlanOption();

    @Option(names = "--only", paramLabel = "ID", description = "Only this requirement or clause; may be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--dry-run", description = "Only say what would be run.")
    private boolean dryRun;

    @Option(names = "-v", description = "Print what went over the wire in each failing test.")
    private boolean verbose;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Registries registries = Registries.load();
        Requirements requirements = Requirements.load();
        Plan read = plan.read(requirements, registries, spec.commandLine().getErr());
        if (read == null) {
            return ExitCode.USAGE.code();
        }
        PrintWriter out = spec.commandLine().getOut();
        Suite suite = Suite.of(requirements, AllSections.list());
        Selection selection = new Selection(read, only);
        if (dryRun) {
            selection.chosen(suite).forEach(one -> out.println(one.name() + " " + one.text()));
            return ExitCode.CONFORMANT.code();
        }
        if (!read.sideEffects()) {
            spec.commandLine().getErr().println(SANDBOX_ONLY);
            return ExitCode.USAGE.code();
        }
        try (World world = new World(read, registries)) {
            world.clock().align();
            List<Result> results = new Runner(suite, selection, world, read.parallel()).run(result -> tell(out, result));
            for (Outcome outcome : Outcome.values()) {
                long count = results.stream().filter(one -> one.outcome() == outcome).count();
                if (count > 0) {
                    out.println(count + " " + outcome.text());
                }
            }
            return results.stream().allMatch(one -> one.outcome() == Outcome.PASS) ? 0 : 1;
        }
    }

    private synchronized void tell(PrintWriter out, Result result) {
        if (result.outcome() == Outcome.PASS) {
            return;
        }
        out.println(result.outcome().text().toUpperCase(java.util.Locale.ROOT) + " " + result.requirement().name() + " "
                + result.requirement().text() + "\n    " + result.sentence());
        if (verbose) {
            result.exchanges().forEach(one -> out.println("--- " + one.took().toMillis() + " ms\n" + new String(one.request(), java.nio.charset.StandardCharsets.UTF_8) + "\n"
                    + one.base() + "\n" + new String(one.response(), java.nio.charset.StandardCharsets.UTF_8)));
        }
    }
}
