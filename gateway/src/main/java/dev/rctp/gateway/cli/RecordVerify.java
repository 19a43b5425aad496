package dev.rctp.gateway.cli;

import dev.rctp.attest.log.HeadProof;
import dev.rctp.attest.log.LogKey;
import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.DossierVerifier;
import dev.rctp.attest.verify.Kept;
import dev.rctp.attest.verify.RecordReport;
import dev.rctp.attest.verify.RecordVerifier;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record verify}: whether a record is what the gateway wrote (REC-4). */
@Command(
        name = "verify",
        description = {
            "Checks a record offline, and says two things of it.",
            "Integrity: hashes, order, signatures, and that sellers' passkeys signed what was asked. Completeness: that no entry is"
                    + " missing which a receipt or a signed head names that you give, or a head in the file that the log signed whose"
                    + " key you give. What else the file brings is its own word.",
            "FILE is what GET /records/... gave, a bundle that has the gateway's keys in it, or what rctp record export made.",
            "Exit code: 0 sound and not incomplete; 1 broken or incomplete; 2 can't be checked: no such file, no record, no"
                    + " entries, keys are missing, or, with --log-key, a chain's signed head is."
        },
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Example:",
            "  rctp record verify record.json --keys profile.json --head proof.json --log-key checkpoint-key"
        })
final class RecordVerify implements Callable<Integer> {

    private static final int UNCHECKED = 2;
    private static final int MOST_BYTES = 1 << 30;
    private static final int MOST_KEY_BYTES = 1 << 10;
    private static final int MOST_SHOWN = 80;
    private static final int MOST_RECEIPT_BYTES = 1 << 24;
    private static final Registries REGISTRIES = Registries.load();

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

    @Option(names = "--receipts", paramLabel = "FILE", description = "The same from a file with one such value a line.")
    private @Nullable Path receiptFile;

    @Option(
            names = "--head",
            paramLabel = "PROOF",
            description =
                    "What GET /records/.../proof gave, saved; may be repeated. No entry up to the head may be missing.")
    private List<Path> heads = new ArrayList<>();

    @Option(
            names = "--log-key",
            paramLabel = "KEY",
            description = "The log's key, saved from /.well-known/rctp/checkpoint-key; it decides which heads count.")
    private @Nullable Path logKey;

    @Option(
            names = "--profile",
            paramLabel = "URL=FILE",
            description =
                    "A party's profile and where it is published, such as https://escrow.example/ucp=escrow.json; may be"
                            + " repeated. Of a party's events the key must be in it. Without one, whose the key is, is the gateway's word.")
    private List<String> profiles = new ArrayList<>();

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
            return unchecked(FaultText.of(e));
        }
    }

    private int verify() throws IOException {
        ObjectNode bundle = object(file);
        boolean dossier = bundle.path("chains").isArray();
        if (!dossier && !bundle.path("entries").isArray()) {
            return unchecked(file + " is no record: it has no list of entries");
        }
        RecordVerifier verifier = new RecordVerifier(REGISTRIES);
        Kept kept = kept(verifier);
        return dossier ? dossier(bundle, kept) : record(bundle, kept, verifier);
    }

    private Kept kept(RecordVerifier verifier) throws IOException {
        List<JsonNode> proofs = new ArrayList<>();
        for (Path head : heads) {
            ObjectNode proof = object(head);
            if (verifier.proof(proof).isEmpty()) {
                throw new IOException(head + " is no proof of a chain's head");
            }
            proofs.add(proof);
        }
        if (!proofs.isEmpty() && logKey == null) {
            throw new IOException("a proof needs the log's key; give it with --log-key");
        }
        return new Kept(
                profile == null ? null : keys(profile),
                keptReceipts(),
                proofs,
                logKey == null ? null : logKey(logKey),
                partyKeys());
    }

    /** Of each party the keys of all its profiles that are given: what it published before counts too. */
    private Map<String, List<JsonNode>> partyKeys() throws IOException {
        Map<String, List<JsonNode>> all = new HashMap<>();
        for (String given : profiles) {
            int end = given.lastIndexOf('=');
            if (end <= 0) {
                throw new IOException("--profile takes URL=FILE, and this is none: " + given);
            }
            keys(Path.of(given.substring(end + 1)))
                    .forEach(all.computeIfAbsent(given.substring(0, end), _ -> new ArrayList<>())::add);
        }
        return all;
    }

    private List<JsonNode> keptReceipts() throws IOException {
        List<String> texts = new ArrayList<>(receipts);
        if (receiptFile != null) {
            text(receiptFile, MOST_RECEIPT_BYTES)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .forEach(texts::add);
        }
        List<JsonNode> kept = new ArrayList<>();
        for (String text : texts) {
            kept.add(Receipt.parse(text)
                    .orElseThrow(() -> new IOException("not the value of an RCTP-Record field: " + beginning(text)))
                    .toJson());
        }
        return kept;
    }

    private static String beginning(String text) {
        return text.length() <= MOST_SHOWN ? text : text.substring(0, MOST_SHOWN) + "\u2026";
    }

    /** What is no such key would be told as a fault of the file that is checked. */
    private static String logKey(Path file) throws IOException {
        String key = Files.size(file) > MOST_KEY_BYTES
                ? ""
                : text(file, MOST_KEY_BYTES).strip();
        if (LogKey.parse(key).isEmpty()) {
            throw new IOException(file + " is no key of a log; save /.well-known/rctp/checkpoint-key");
        }
        return key;
    }

    private static String text(Path file, int most) throws IOException {
        return new String(GivenFile.read(file, most), StandardCharsets.UTF_8);
    }

    private int dossier(ObjectNode dossier, Kept kept) {
        if (part) {
            return unchecked(file + " has several chains: --part is for a file of one");
        }
        int matching = dossier.path("chains")
                .valueStream()
                .map(chain -> chain.path("entries").path(0).path("subject"))
                .distinct()
                .mapToInt(subject -> kept.of(subject).size())
                .sum();
        DossierReport report = new DossierVerifier(REGISTRIES).verify(dossier, kept);
        return told(ReportText.lines(report), report.isUndecided(), report.passed(), kept.size(), matching);
    }

    private int record(ObjectNode bundle, Kept kept, RecordVerifier verifier) {
        if (kept.logKey() == null && !bundle.path("proofs").isEmpty() && !bundle.has("log_key")) {
            return unchecked("a proof needs the log's key; give it with --log-key");
        }
        if (bundle.path("entries").isEmpty()) {
            return withoutEntries(bundle, kept, verifier);
        }
        if (kept.keys() == null && !bundle.path("keys").isArray()) {
            return unchecked(file + " has no keys; give the gateway's profile with --keys");
        }
        Kept ofChain = kept.of(bundle.path("entries").path(0).path("subject"));
        RecordReport report = verifier.verify(bundle, ofChain);
        boolean passed = part ? report.passedAsPart() : report.passed();
        boolean undecided = report.isUndecided() && (part || !report.slice());
        return told(ReportText.lines(report), undecided, passed, kept.size(), ofChain.size());
    }

    /** What is of other chains says nothing of this file; where all that was given is, nothing was judged by it. */
    private int told(List<String> lines, boolean undecided, boolean passed, int given, int matching) {
        PrintWriter out = spec.commandLine().getOut();
        if (given > matching) {
            out.println("passed over:  " + (given - matching) + " receipts or signed heads of other chains");
        }
        lines.forEach(out::println);
        if (!passed && !undecided) {
            return 1;
        }
        return given > 0 && matching == 0
                ? unchecked("none of the receipts and signed heads given is of this file")
                : undecided ? UNCHECKED : 0;
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

    /** What the gateway gives for a subject that nothing was written about yet; it never passes (B88), and receipts and signed heads deny it. */
    private int withoutEntries(ObjectNode bundle, Kept kept, RecordVerifier verifier) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("integrity:    no entries: there is nothing to check");
        if (!kept.receipts().isEmpty() || !bundle.path("receipts").isEmpty()) {
            out.println("completeness: INCOMPLETE: there are receipts, and no entries");
            return 1;
        }
        String given = kept.logKey();
        Optional<LogKey> key =
                LogKey.parse(given == null ? bundle.path("log_key").asString("") : given);
        List<JsonNode> proofs = new ArrayList<>(kept.heads());
        proofs.addAll(bundle.path("proofs").valueStream().toList());
        if (proofs.isEmpty()) {
            return UNCHECKED;
        }
        Optional<HeadProof> proof = verifier.proof(proofs.getFirst());
        boolean holds = key.isPresent() && proof.isPresent() && proof.get().holds(key.get());
        out.println(
                holds
                        ? "completeness: INCOMPLETE: the log had "
                                + proof.get().head().seq() + " entries of "
                                + proof.get().head().subject() + ", and there is none here"
                        : "completeness: not judged: a proof that does not hold");
        return 1;
    }

    private int unchecked(String sentence) {
        spec.commandLine().getErr().println("rctp: can't be checked: " + sentence);
        return UNCHECKED;
    }
}
