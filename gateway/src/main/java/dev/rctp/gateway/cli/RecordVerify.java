package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record verify}: whether a record is what the gateway wrote (REC-4). */
@Command(
        name = "verify",
        description = {
            "Checks a record offline: hashes, order, signatures, that sellers' passkeys signed what was asked, and receipts.",
            "FILE is what GET /records/... gave, or a bundle that has the gateway's keys in it.",
            "Exit code: 0 verified, 1 not, 2 can't be checked: no such file, no record, no entries, or keys are missing."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp record verify record.json --keys profile.json"})
final class RecordVerify implements Callable<Integer> {

    private static final int UNCHECKED = 2;
    private static final int MOST_BYTES = 1 << 30;

    @Parameters(paramLabel = "FILE", description = "The record.")
    private Path file = Path.of("");

    @Option(
            names = "--keys",
            paramLabel = "PROFILE",
            description = "The gateway's profile, saved from /.well-known/ucp; it decides whose signatures count.")
    private @Nullable Path profile;

    @Option(
            names = "--receipt",
            paramLabel = "RCTP-Record",
            description = "A receipt as an answer's RCTP-Record field had it; may be repeated. None may be missing.")
    private List<String> receipts = new ArrayList<>();

    @Option(names = "--part", description = "FILE is a part of a chain, read with ?from=; its beginning is not proven.")
    private boolean part;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            return verify();
        } catch (IOException e) {
            return unchecked(String.valueOf(e.getMessage()));
        }
    }

    private int verify() throws IOException {
        ObjectNode bundle = object(file);
        if (!bundle.path("entries").isArray()) {
            return unchecked(file + " is no record: it has no list of entries");
        }
        if (profile != null) {
            bundle.set("keys", keys(profile));
        }
        for (String text : receipts) {
            Optional<Receipt> receipt = Receipt.parse(text);
            if (receipt.isEmpty()) {
                return unchecked("not the value of an RCTP-Record field: " + text);
            }
            listed(bundle).add(receipt.get().toJson());
        }
        if (bundle.path("entries").isEmpty()) {
            return withoutEntries(bundle.path("receipts").size());
        }
        if (!bundle.path("keys").isArray()) {
            return unchecked(file + " has no keys; give the gateway's profile with --keys");
        }
        byte[] bytes = JsonMapper.shared().writeValueAsBytes(bundle);
        RecordReport report = new RecordVerifier(Registries.load()).verify(bytes);
        PrintWriter out = spec.commandLine().getOut();
        ReportText.lines(report).forEach(out::println);
        if (report.lacksKeys()) {
            return UNCHECKED;
        }
        return (part ? report.passedAsPart() : report.passed()) ? 0 : 1;
    }

    private static ObjectNode object(Path file) throws IOException {
        try {
            return StrictJson.parseObject(GivenFile.read(file, MOST_BYTES));
        } catch (InvalidJsonException e) {
            throw new IOException(file + " is no JSON object: " + e.getMessage(), e);
        }
    }

    private static JsonNode keys(Path profile) throws IOException {
        JsonNode keys = object(profile).path("keys");
        if (!keys.isArray()) {
            throw new IOException(profile + " is no profile: it has no list of keys");
        }
        return keys;
    }

    /** What the gateway gives for a subject that nothing was written about yet; it never passes (B88), and receipts deny it. */
    private int withoutEntries(int receipts) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("integrity:    no entries: there is nothing to check");
        if (receipts == 0) {
            return UNCHECKED;
        }
        out.println("completeness: INCOMPLETE: there are receipts, and no entries");
        return 1;
    }

    private static ArrayNode listed(ObjectNode bundle) {
        return bundle.path("receipts") instanceof ArrayNode known ? known : bundle.putArray("receipts");
    }

    private int unchecked(String sentence) {
        spec.commandLine().getErr().println("rctp: can't be checked: " + sentence);
        return UNCHECKED;
    }
}
