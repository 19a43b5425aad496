package dev.rctp.conformance.cli;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp conformance list}: what the protocol demands and what of it is tested. */
@Command(
        name = "list",
        description = "Lists every requirement of the protocol.",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp conformance list --untested"})
final class ListCommand implements Callable<Integer> {

    @Option(names = "--untested", description = "Only those without a test, with the reason.")
    private boolean untested;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Requirements requirements = Requirements.load();
        requirements.all().stream()
                .filter(one -> !untested || one.untested() != null)
                .forEach(one -> out.println(line(one)));
        long without = requirements.all().stream()
                .filter(one -> one.untested() != null)
                .count();
        out.println((requirements.all().size() - without) + " requirements tested, " + without
                + " not, each with its reason");
        return ExitCode.CONFORMANT.code();
    }

    private static String line(Requirement one) {
        String kind = one.level().name() + ", " + one.profile().name().toLowerCase(Locale.ROOT);
        String reason = one.untested() == null ? "" : " Not tested: " + one.untested();
        return one.name() + " (" + kind + "): " + one.text() + reason;
    }
}
