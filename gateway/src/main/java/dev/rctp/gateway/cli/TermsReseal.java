package dev.rctp.gateway.cli;

import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.HeldKeys;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.registries.Registries;
import dev.rctp.terms.TermsKeyRotation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rctp terms reseal}: all private terms under the current key, so that an older one can go (LST-4). */
@Command(
        name = "reseal",
        description = {
            "Seals the private terms of every listing with terms.encryption_key, whichever of the configured keys sealed them before.",
            "Gateways may run meanwhile, if all of them know the key; with an embedded database none may. It can be repeated and"
                    + " stopped at any time.",
            "Calls that wait for their seller keep the key they came under until they are decided: they are counted too.",
            "Exit code: 0 nothing has another key, 1 something has another still, or it could not be done."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp terms reseal --config gateway.yaml"})
final class TermsReseal implements Callable<Integer> {

    private static final int BATCH = 200;

    @Option(names = "--config", required = true, paramLabel = "FILE", description = "The gateway's configuration file.")
    private Path config = Path.of("gateway.yaml");

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        ConfigReader reader = new ConfigReader(Registries.load(), System.getenv());
        return StartFailure.told(spec, () -> Configured.by(spec, config, reader, this::reseal));
    }

    private int reseal(GatewayConfig gateway) throws Exception {
        Path binaries = ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home", "."));
        try (Database database = Database.open(gateway.store(), binaries)) {
            var keys = gateway.terms().sealingKeys();
            TermsKeyRotation.Report report =
                    new TermsKeyRotation(database.dataSource(), keys, new SecureRandom(), BATCH).run();
            return tell(
                    keys.current().id(), report, held(database, keys.current().id()));
        } catch (SQLException e) { // its text may quote a row
            spec.commandLine()
                    .getErr()
                    .println("rctp: the database failed (" + e.getSQLState() + "); what was sealed by then stays so.");
            return 1;
        }
    }

    private static List<Map.Entry<String, Integer>> held(Database database, String key) {
        return HeldKeys.others(database.dataSource(), key);
    }

    private int tell(String key, TermsKeyRotation.Report report, List<Map.Entry<String, Integer>> held) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(report.resealed() + " sealed with key " + key + ".");
        new TreeMap<>(report.left())
                .forEach((other, count) -> out.println(count + " still sealed with key " + other
                        + ": no configured key opens them, or they came meanwhile."));
        held.forEach(other -> out.println(other.getValue() + " held with key " + other.getKey()
                + " until sellers have decided: keep that key, and ask again then."));
        return report.left().isEmpty() && held.isEmpty() ? 0 : 1;
    }
}
