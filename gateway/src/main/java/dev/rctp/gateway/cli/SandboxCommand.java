package dev.rctp.gateway.cli;

import dev.rctp.gateway.sandbox.Sandbox;
import dev.rctp.gateway.sandbox.SandboxFile;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.sandbox.operators.OwnOperator;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code rctp sandbox}: something to call while writing an agent, until it is told to stop. */
@Command(
        name = "sandbox",
        description = {
            "TEST ONLY: starts a gateway with all that it needs on loopback, until it is told to stop.",
            "DIR/sandbox.json tells the addresses and the test keys."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp sandbox --state ./sandbox --port 4000"})
public final class SandboxCommand implements Callable<Integer> {

    @Option(
            names = "--state",
            paramLabel = "DIR",
            defaultValue = "./rctp-sandbox",
            description = "Where its data is kept (default: ${DEFAULT-VALUE}).")
    private Path state = Path.of("rctp-sandbox");

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "4000",
            description = "The first of five ports in a row (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--operator",
            paramLabel = "URL|FILE",
            description =
                    "An operator of your own to onboard as seller and buyer, by its profile's URL, or by a profile "
                            + "file that is then hosted here; may be repeated.")
    private List<String> operators = new ArrayList<>();

    private static final int LAST_FIRST_PORT = 65_535 - 4;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return StartFailure.told(spec, this::run);
    }

    private int run() throws Exception {
        if (port < 1 || port > LAST_FIRST_PORT) {
            throw new ParameterException(spec.commandLine(), "--port is a number from 1 to " + LAST_FIRST_PORT);
        }
        List<OwnOperator> own = OwnOperator.of(operators);
        Sandbox sandbox = Sandbox.start(
                state,
                new SandboxPorts(port),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home", ".")),
                own);
        PrintWriter out = spec.commandLine().getOut();
        out.println("TEST ONLY sandbox is ready: " + sandbox.file());
        out.println("gateway " + sandbox.addresses().gateway() + ", marketplace "
                + sandbox.addresses().marketplace() + ", authorization server "
                + sandbox.addresses().authorizationServer());
        sandbox.ownProfiles().forEach(profile -> out.println("your operator " + profile));
        out.println(
                "to be a seller in your own browser, make a passkey at " + SandboxFile.passkeyPage(sandbox.addresses())
                        + " and answer what " + SandboxFile.questionPage(sandbox.addresses()) + " asks");
        out.println("Ctrl-C stops it.");
        out.flush();
        UntilStopped.close(sandbox);
        return 0;
    }
}
