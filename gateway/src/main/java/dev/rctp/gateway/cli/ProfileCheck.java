package dev.rctp.gateway.cli;

import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.msgsig.profile.ProfileReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rctp profile check}: what is wrong with a profile, as gateways and UCP judge it (OPR-2 to OPR-5). */
@Command(
        name = "check",
        description = {
            "Tells every fault of an operator's profile: the clause it breaks, where, and how to mend it.",
            "A URL is fetched as gateways do, and its hosting is checked too.",
            "Exit code: 0 nothing is wrong, 1 something is, 2 it can't be checked."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        footer = {"", "Example:", "  rctp profile check https://agent.example/.well-known/ucp"})
final class ProfileCheck implements Callable<Integer> {

    private static final int UNCHECKED = 2;

    @Parameters(paramLabel = "URL|FILE", description = "The profile.")
    private String profile = "";

    @Option(names = "--allow-loopback", description = "Plain http on a loopback host is fine, as it is in a sandbox.")
    private boolean allowLoopback;

    @Option(names = "--json", description = "One JSON object: accepted, passed, keys, faults.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try {
            ProfileReport report = profile().check(allowLoopback);
            PrintWriter out = spec.commandLine().getOut();
            if (json) {
                out.println(ProfileReportText.json(report));
            } else {
                ProfileReportText.lines(report).forEach(out::println);
            }
            return report.passed() ? 0 : 1;
        } catch (IOException e) {
            return unchecked(FaultText.of(e, profile));
        }
    }

    private OperatorProfile profile() throws IOException, InterruptedException {
        return profile.contains("://")
                ? OperatorProfile.fetch(profile, allowLoopback)
                : OperatorProfile.of(Files.readAllBytes(Path.of(profile)));
    }

    private int unchecked(String sentence) {
        spec.commandLine().getErr().println("rctp: can't be checked: " + sentence);
        return UNCHECKED;
    }
}
