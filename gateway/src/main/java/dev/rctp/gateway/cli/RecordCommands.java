package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** {@code rctp record}: what can be done with a record without any server. */
@Command(
        name = "record",
        description = "Works on records, without any server.",
        mixinStandardHelpOptions = true,
        subcommands = RecordCommands.Verify.class,
        footer = {"", "Example:", "  rctp record verify record.json --keys profile.json"})
public final class RecordCommands {

    /** {@code rctp record verify}: whether a record is what the gateway wrote. */
    @Command(
            name = "verify",
            description = {
                "Checks a record offline: hashes, order, signatures, receipts.",
                "FILE is what GET /records/... gave, or a bundle that has the gateway's keys in it.",
                "Exit code: 0 verified, 1 not, 2 can't be checked."
            },
            mixinStandardHelpOptions = true,
            footer = {"", "Example:", "  rctp record verify record.json --keys profile.json"})
    static final class Verify implements Callable<Integer> {

        @Parameters(paramLabel = "FILE", description = "The record.")
        private Path file = Path.of("");

        @Option(
                names = "--keys",
                paramLabel = "PROFILE",
                description = "The gateway's profile, saved from /.well-known/ucp; needed where FILE has no keys.")
        private @Nullable Path keys;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
        private CommandSpec spec;

        @Override
        public Integer call() throws Exception {
            PrintWriter out = spec.commandLine().getOut();
            RecordVerifier verifier = new RecordVerifier(Registries.load().schemas());
            byte[] record = Files.readAllBytes(file);
            RecordReport report = keys == null ? verifier.verify(record) : verifier.verify(record, profileKeys(keys));
            out.println(report.toString());
            return report.passed() ? 0 : 1;
        }

        private static JsonNode profileKeys(Path profile) throws Exception {
            try {
                return StrictJson.parseObject(Files.readAllBytes(profile)).path("keys");
            } catch (InvalidJsonException e) {
                throw new IllegalArgumentException(profile + " is not JSON: " + e.getMessage(), e);
            }
        }
    }
}
