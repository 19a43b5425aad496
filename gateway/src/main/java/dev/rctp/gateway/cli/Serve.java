package dev.rctp.gateway.cli;

import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.config.ConfigFault;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Registries;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp serve}: the gateway, until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs the gateway until it is told to stop (SIGTERM, Ctrl-C).",
            "On SIGHUP it reads its configuration again: operators, ungoverned traffic, limits and TLS files change at once and"
                    + " drop no connection; what else has changed is named in the log and takes a restart. A file with a fault"
                    + " changes nothing; the log says why."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp serve --config gateway.yaml"})
public final class Serve implements Callable<Integer> {

    private static final Logger LOG = LoggerFactory.getLogger(Serve.class);

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
        HangUps hangUps = HangUps.caught();
        ConfigReader reader = new ConfigReader(Registries.load(), System.getenv());
        return Configured.by(spec, config, reader, good -> serve(good, reader, hangUps));
    }

    private int serve(GatewayConfig good, ConfigReader reader, HangUps hangUps) throws Exception {
        Gateway gateway = Gateway.start(
                good,
                Clock.systemUTC(),
                Clock.systemUTC(),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home", ".")),
                (api, listings) -> api);
        hangUps.each(() -> reload(gateway, reader));
        UntilStopped.close(gateway);
        return 0;
    }

    private void reload(Gateway gateway, ConfigReader reader) {
        switch (reader.read(config)) {
            case ConfigReading.Good good -> gateway.reload(good.config());
            case ConfigReading.Faulty faulty -> {
                for (ConfigFault fault : faulty.faults()) {
                    LOG.atError().addKeyValue("fault", fault.toString()).log("a fault of the configuration");
                }
                LOG.atError()
                        .addKeyValue("faults", faulty.faults().size())
                        .log("the configuration can't be used; all stays as it was");
            }
        }
    }
}
