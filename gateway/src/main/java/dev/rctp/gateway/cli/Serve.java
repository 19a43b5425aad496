package dev.rctp.gateway.cli;

import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Registries;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp serve}: the gateway, until it is told to stop. */
@Command(
        name = "serve",
        description = "Runs the gateway until it is told to stop (SIGTERM, Ctrl-C).",
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp serve --config gateway.yaml"})
public final class Serve implements Callable<Integer> {

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The configuration file.")
    private Path config = Path.of("gateway.yaml");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return StartFailure.told(spec, this::serve);
    }

    private int serve() throws Exception {
        if (!Files.isRegularFile(config)) {
            throw new NoSuchFileException(config.toString());
        }
        return switch (new ConfigReader(Registries.load(), System.getenv()).read(config)) {
            case ConfigReading.Faulty faulty -> {
                faulty.faults().forEach(fault -> spec.commandLine().getErr().println("rctp: " + config + ": " + fault));
                yield 1;
            }
            case ConfigReading.Good good -> {
                UntilStopped.close(Gateway.start(
                        good.config(),
                        Clock.systemUTC(),
                        Clock.systemUTC(),
                        ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home", ".")),
                        (api, listings) -> api));
                yield 0;
            }
        };
    }
}
