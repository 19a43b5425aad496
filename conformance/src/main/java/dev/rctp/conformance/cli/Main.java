package dev.rctp.conformance.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The conformance runner's program. */
@Command(
        name = "rctp conformance",
        description = "Tells whether a gateway, any gateway, keeps the protocol.",
        mixinStandardHelpOptions = true,
        version = "rctp conformance 0.1.0",
        subcommands = {InitCommand.class, CheckCommand.class, ListCommand.class, RunCommand.class},
        footer = {
            "",
            "Exit codes: 0 conformant, 1 failures, 2 wrong usage, 3 unreachable, 4 incomplete, 5 a fault of the runner's own.",
            "Example:",
            "  rctp conformance init > plan.yaml && rctp conformance run --plan plan.yaml"
        })
public final class Main {

    private Main() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] arguments) {
        // libraries that would log have nobody to tell
        System.setProperty("slf4j.internal.verbosity", "ERROR");
        System.exit(commandLine().execute(arguments));
    }

    /** The command line, for the launcher and for tests. */
    public static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setOut(new PrintWriter(System.out, true, System.out.charset()))
                .setErr(new PrintWriter(System.err, true, System.err.charset()))
                .setExpandAtFiles(false)
                .setExecutionExceptionHandler((fault, line, _) -> {
                    line.getErr().println("The runner failed: " + fault);
                    return ExitCode.RUNNER_FAULT.code();
                });
    }
}
