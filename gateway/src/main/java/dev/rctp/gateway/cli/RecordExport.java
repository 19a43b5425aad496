package dev.rctp.gateway.cli;

import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.DossierVerifier;
import dev.rctp.attest.verify.Kept;
import dev.rctp.gateway.cli.dossier.DossierPage;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/** {@code rctp record export}: a deal's chains, keys and proofs in one file, and a page made of it (REC-6). */
@Command(
        name = "export",
        description = {
            "Fetches everything that a running gateway has on record of a deal, verifies it, and writes it into new files.",
            "That is the chains of its listing, its negotiation and its own, what they confide to either side, the gateway's keys and,"
                    + " if a log is kept, a checkpoint signed now with the proofs. Only you may read the files; they hold what each side"
                    + " may not know of the other.",
            "Exit code: 0 exported and verified, 1 exported and not verified, 2 not exported."
        },
        mixinStandardHelpOptions = true,
        usageHelpWidth = 120,
        footer = {
            "",
            "Example:",
            "  rctp record export --deal dea_7tk4pzdxtgp4nq3xcsxxu2p2ur --bearer-file bearer --out deal.json --page deal.html"
        })
final class RecordExport implements Callable<Integer> {

    private static final int NOT_EXPORTED = 2;
    private static final int MOST_BYTES = 1 << 30;
    private static final int MOST_SECRET = 1 << 12;
    private static final Pattern DEAL = Pattern.compile("dea_[a-z2-7]{26}");

    @Option(names = "--deal", required = true, paramLabel = "ID", description = "The deal, such as dea_\u2026")
    private String deal = "";

    @Option(
            names = "--management",
            paramLabel = "URL",
            defaultValue = "http://127.0.0.1:8444",
            description = "The gateway's management port (default: ${DEFAULT-VALUE}).")
    private URI management = URI.create("http://127.0.0.1:8444");

    @Option(
            names = "--bearer-file",
            required = true,
            paramLabel = "FILE",
            description = "Holds management.bearer of the gateway's configuration.")
    private Path bearer = Path.of("");

    @Option(names = "--out", paramLabel = "FILE", description = "The new file (default: ID.json).")
    private @Nullable Path out;

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "A new page for people, made of the file: HTML that loads nothing.")
    private @Nullable Path page;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (!DEAL.matcher(deal).matches()) {
            return failed(deal + " is no id of a deal");
        }
        try {
            return export();
        } catch (FileAlreadyExistsException e) {
            return failed(e.getFile() + " exists; nothing is overwritten");
        } catch (IOException e) {
            return failed(FaultText.of(e, management));
        } catch (InvalidJsonException e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private int export() throws IOException, InterruptedException, InvalidJsonException {
        Path file = out == null ? Path.of(deal + ".json") : out;
        fetch(file);
        ObjectNode dossier = StrictJson.parseObject(GivenFile.read(file, MOST_BYTES));
        DossierReport report = new DossierVerifier(Registries.load()).verify(dossier, Kept.NOTHING);
        if (page != null) {
            String name = String.valueOf(file.getFileName());
            create(page);
            Files.write(page, new DossierPage().html(dossier, report, ReportText::lines, name));
        }
        PrintWriter told = spec.commandLine().getOut();
        ReportText.lines(report).forEach(told::println);
        return report.passed() ? 0 : 1;
    }

    /** A file that could not be written to its end is not left behind. */
    private void fetch(Path file) throws IOException, InterruptedException {
        String secret = new String(GivenFile.read(bearer, MOST_SECRET), StandardCharsets.UTF_8).strip();
        try (HttpClient http =
                HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build()) {
            RecordFetch record = new RecordFetch(http, management, secret);
            create(file);
            boolean written = false;
            try (OutputStream content = new BufferedOutputStream(Files.newOutputStream(file))) {
                if (!record.signLog()) {
                    spec.commandLine()
                            .getErr()
                            .println("rctp: the gateway keeps no log, so nothing proves that no entry is missing");
                }
                record.write(deal, content, MOST_BYTES);
                content.flush();
                written = true;
            } finally {
                if (!written) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private static void create(Path file) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }

    private int failed(String sentence) {
        spec.commandLine().getErr().println("rctp: not exported: " + sentence);
        return NOT_EXPORTED;
    }
}
