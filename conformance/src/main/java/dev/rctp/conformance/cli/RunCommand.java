package dev.rctp.conformance.cli;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.report.ConsoleReport;
import dev.rctp.conformance.report.Finding;
import dev.rctp.conformance.report.Redaction;
import dev.rctp.conformance.report.Report;
import dev.rctp.conformance.report.ReportKey;
import dev.rctp.conformance.report.Standing;
import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import dev.rctp.conformance.run.AllSections;
import dev.rctp.conformance.run.Reach;
import dev.rctp.conformance.run.Result;
import dev.rctp.conformance.run.Runner;
import dev.rctp.conformance.run.Selection;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.world.World;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
        footer = {"", "Example:", "  rctp conformance run --plan plan.yaml --html report.html"})
final class RunCommand implements Callable<Integer> {

    static final String SANDBOX_ONLY =
            "The tests write to the target: they run where the plan says side_effects: sandbox, and nowhere else.";

    private static final String VERSION = "0.1.0";

    @Mixin
    private PlanOption plan = new PlanOption();

    @Mixin
    private ReportOptions reports = new ReportOptions();

    @Option(
            names = "--only",
            paramLabel = "ID",
            description =
                    "Only this requirement, clause or group, such as RCTP-GRA-3.2, RCTP-GRA-3 or GRA; may be repeated.")
    private List<String> only = new ArrayList<>();

    @Option(names = "--dry-run", description = "Only say what would be run.")
    private boolean dryRun;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException, IOException {
        Registries registries = Registries.load();
        Requirements requirements = Requirements.load();
        Plan read = plan.read(requirements, registries, err());
        if (read == null) {
            return ExitCode.USAGE.code();
        }
        Suite suite = Suite.of(requirements, AllSections.list());
        Selection selection = new Selection(read, only);
        List<Requirement> chosen = selection.chosen(suite);
        List<String> unknown = selection.namingNothing(suite);
        if (!unknown.isEmpty()) {
            unknown.forEach(name -> err().println("--only " + name + " names no test; list tells those there are."));
            return ExitCode.USAGE.code();
        }
        if (dryRun) {
            chosen.forEach(one -> out().println(one.name() + " " + one.text()));
            out().println(chosen.size() + " tests");
            return ExitCode.CONFORMANT.code();
        }
        if (!read.sideEffects()) {
            err().println(SANDBOX_ONLY);
            return ExitCode.USAGE.code();
        }
        List<Path> unwritable = reports.unwritable();
        if (!unwritable.isEmpty()) {
            unwritable.forEach(file -> err().println(file + " can't be written."));
            return ExitCode.USAGE.code();
        }
        return withKey(read, registries, suite, selection);
    }

    private int withKey(Plan read, Registries registries, Suite suite, Selection selection)
            throws InterruptedException {
        ReportKey key;
        try {
            key = reports.key();
        } catch (IOException e) {
            err().println("--report-key: " + e.getMessage());
            return ExitCode.USAGE.code();
        }
        try (World world = new World(read, registries)) {
            Reach.Step reached = new Reach(world).answers();
            if (!reached.holds()) {
                err().println(Redaction.of(read).shown(reached.sentence()));
                return ExitCode.UNREACHABLE.code();
            }
            return judge(world, suite, selection, key);
        } catch (UncheckedIOException e) {
            err().println("The runner's hosts can't listen: " + e.getMessage() + ". Look at runner.port.");
            return ExitCode.UNREACHABLE.code();
        }
    }

    private int judge(World world, Suite suite, Selection selection, @Nullable ReportKey key)
            throws InterruptedException {
        try {
            world.clock().align();
            world.clock().passMemory();
            Instant started = Instant.now();
            Redaction redaction = Redaction.of(world.plan());
            ConsoleReport console = new ConsoleReport(
                    out(),
                    Boolean.getBoolean("rctp.terminal"),
                    selection.chosen(suite).size());
            List<Result> results = new Runner(
                            suite, selection, world, world.plan().parallel())
                    .run(result -> console.progress(Finding.of(result, "", redaction)));
            Report report = Report.of(
                    new Report.Run(
                            "run_" + world.fresh(12),
                            started,
                            Duration.between(started, Instant.now()),
                            VERSION,
                            digestOfPlan(),
                            only),
                    world.plan(),
                    results,
                    redaction);
            console.summary(report, reports.html());
            if (report.counts().of(Standing.BLOCKED) > 0) {
                out().println("rctp conformance check tells whether target and runner fit together.");
            }
            reports.write(report, key);
            return report.verdict().exitCode();
        } catch (IOException e) {
            err().println("The run could not be carried out: " + e.getMessage() + ".");
            return ExitCode.RUNNER_FAULT.code();
        }
    }

    private String digestOfPlan() throws IOException {
        return Sha256.text(Files.readAllBytes(plan.file()));
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
