package dev.rctp.gateway.cli;

import dev.rctp.gateway.config.ConfigFault;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.registries.Registries;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rctp config check}: all that is wrong with a configuration, with path and line. */
@Command(
        name = "check",
        description = {
            "Tells every fault of a configuration with its line and path; the gateway would refuse to start for each.",
            "Exit code: 0 none, 1 some, 2 the file is not there."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp config check gateway.yaml"})
final class ConfigCheck implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "The configuration file.")
    private Path file = Path.of("");

    @Option(
            names = "--without-secrets",
            description = "Takes it for granted that environment variables are set and key files are there: for a check"
                    + " where no secrets are, such as in CI.")
    private boolean withoutSecrets;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (Files.notExists(file)) {
            spec.commandLine().getErr().println("rctp: " + file + " does not exist.");
            return 2;
        }
        ConfigReader reader = new ConfigReader(Registries.load(), System.getenv());
        List<ConfigFault> faults = withoutSecrets ? reader.faultsBesideSecrets(file) : reader.faults(file);
        PrintWriter out = spec.commandLine().getOut();
        faults.forEach(fault -> out.println(file + ": " + fault));
        out.println(faults.isEmpty() ? file + " is good." : file + " has " + count(faults.size()) + ".");
        return faults.isEmpty() ? 0 : 1;
    }

    private static String count(int faults) {
        return faults == 1 ? "one fault" : faults + " faults";
    }
}
