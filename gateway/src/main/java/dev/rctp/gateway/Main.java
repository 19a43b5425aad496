package dev.rctp.gateway;

import dev.rctp.gateway.cli.Call;
import dev.rctp.gateway.cli.ConfigCommands;
import dev.rctp.gateway.cli.Demo;
import dev.rctp.gateway.cli.Explain;
import dev.rctp.gateway.cli.Keygen;
import dev.rctp.gateway.cli.PlainCommandLine;
import dev.rctp.gateway.cli.ProfileCommands;
import dev.rctp.gateway.cli.Ready;
import dev.rctp.gateway.cli.RecordCommands;
import dev.rctp.gateway.cli.SandboxCommand;
import dev.rctp.gateway.cli.Serve;
import dev.rctp.gateway.cli.TermsCommands;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The one program behind the launcher. */
@Command(
        name = "rctp",
        description = "An enforcement gateway for calls of software agents (RCTP).",
        mixinStandardHelpOptions = true,
        version = "rctp 0.1.0",
        subcommands = {
            Serve.class,
            SandboxCommand.class,
            Demo.class,
            RecordCommands.class,
            Keygen.class,
            ProfileCommands.class,
            Call.class,
            Explain.class,
            ConfigCommands.class,
            TermsCommands.class,
            Ready.class
        },
        footer = {"", "Example:", "  rctp demo"})
public final class Main {

    /** Read by the JDK when TLS is first used: a client of TLS 1.2 may not make the gateway negotiate again (RFC 9113 9.2.1). */
    private static final String NO_RENEGOTIATION = "jdk.tls.rejectClientInitiatedRenegotiation";

    private Main() {}

    /** Runs a command and exits with its code: 0 for success, 1 for a negative result, 2 for wrong usage. */
    public static void main(String[] arguments) {
        System.setProperty(NO_RENEGOTIATION, "true");
        System.exit(commandLine().execute(arguments));
    }

    /** The command line, for the launcher and for tests. */
    public static CommandLine commandLine() {
        return new PlainCommandLine(new Main());
    }
}
