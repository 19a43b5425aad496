package dev.rctp.gateway.cli;

import dev.rctp.attest.log.Checkpoint;
import dev.rctp.attest.log.LogKey;
import dev.rctp.attest.log.MerkleProof;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record log}: whether the log of a newer checkpoint begins with that of an older one (REC-7). */
@Command(
        name = "log",
        description = {
            "Judges two checkpoints of a log offline: whether the newer has all that the older had, in its order.",
            "A log that has forked, or was begun anew, can't show that.",
            "Exit code: 0 it has; 1 it has not; 2 can't be judged: no such file, or the proof is missing."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        footer = {
            "",
            "Example:",
            "  rctp record log old-checkpoint checkpoint --log-key checkpoint-key --proof consistency.json"
        })
final class RecordLog implements Callable<Integer> {

    private static final int UNJUDGED = 2;
    private static final int MOST_BYTES = 1 << 20;

    @Parameters(index = "0", paramLabel = "OLD", description = "A checkpoint that was kept.")
    private Path old = Path.of("");

    @Parameters(index = "1", paramLabel = "NEW", description = "A newer one, saved from /.well-known/rctp/checkpoint.")
    private Path newer = Path.of("");

    @Option(
            names = "--log-key",
            required = true,
            paramLabel = "KEY",
            description = "The log's key, saved from /.well-known/rctp/checkpoint-key when you first saw it.")
    private Path logKey = Path.of("");

    @Option(
            names = "--proof",
            paramLabel = "FILE",
            description = "What /.well-known/rctp/consistency?first=OLD-SIZE&second=NEW-SIZE gave, saved.")
    private @Nullable Path proof;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            LogKey key = LogKey.parse(text(logKey).strip())
                    .orElseThrow(() -> new IOException(logKey + " is no key of a log"));
            Optional<Checkpoint> before = key.open(text(old));
            Optional<Checkpoint> after = key.open(text(newer));
            if (before.isEmpty() || after.isEmpty()) {
                return told(
                        1, "NOT OF THIS LOG: " + (before.isEmpty() ? old : newer) + " is not signed by " + key.text());
            }
            return judge(before.get(), after.get());
        } catch (IOException e) {
            spec.commandLine().getErr().println("rctp: can't be judged: " + FaultText.of(e));
            return UNJUDGED;
        }
    }

    private int judge(Checkpoint before, Checkpoint after) throws IOException {
        String sizes = before.size() + " and " + after.size() + " leaves";
        if (before.size() > after.size()) {
            return told(1, "BEGUN ANEW: " + sizes + ": the newer has fewer; or are they the wrong way round?");
        }
        if (before.size() == after.size()) {
            return Arrays.equals(before.root(), after.root())
                    ? told(0, "the same: " + before.size() + " leaves")
                    : told(1, "FORKED: two trees of " + before.size() + " leaves, both signed");
        }
        boolean leads = before.size() == 0
                || MerkleProof.consistent(
                        before.size(), before.root(), after.size(), after.root(), hashes(before.size(), after.size()));
        return leads
                ? told(0, "consistent: " + sizes + ": the newer begins with the older")
                : told(1, "FORKED OR BEGUN ANEW: " + sizes + ": by this proof the newer doesn't begin with the older");
    }

    private List<byte[]> hashes(long first, long second) throws IOException {
        if (proof == null) {
            throw new IOException("the proof is missing; save /.well-known/rctp/consistency?first=" + first + "&second="
                    + second + " and give it with --proof");
        }
        ObjectNode json = json(proof);
        if (json.path("first").asLong() != first || json.path("second").asLong() != second) {
            throw new IOException(proof + " is the proof for " + json.path("first") + " and " + json.path("second")
                    + " leaves, and these checkpoints have " + first + " and " + second);
        }
        return json.path("consistency")
                .valueStream()
                .map(hash -> Base64.getDecoder().decode(hash.stringValue()))
                .toList();
    }

    private static ObjectNode json(Path file) throws IOException {
        try {
            ObjectNode json = StrictJson.parseObject(GivenFile.read(file, MOST_BYTES));
            if (!Registries.load().schemas().validate("consistency-proof", json).isEmpty()) {
                throw new IOException(file + " is no proof of consistency");
            }
            return json;
        } catch (InvalidJsonException e) {
            throw new IOException(file + " is no JSON object: " + e.getMessage(), e);
        }
    }

    private static String text(Path file) throws IOException {
        return new String(GivenFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
    }

    private int told(int exit, String line) {
        spec.commandLine().getOut().println(line);
        return exit;
    }
}
