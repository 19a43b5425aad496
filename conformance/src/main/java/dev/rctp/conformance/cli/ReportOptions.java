package dev.rctp.conformance.cli;

import dev.rctp.conformance.report.HtmlReport;
import dev.rctp.conformance.report.JUnitReport;
import dev.rctp.conformance.report.JsonReport;
import dev.rctp.conformance.report.MarkdownReport;
import dev.rctp.conformance.report.Report;
import dev.rctp.conformance.report.ReportKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which reports are written, and where. */
final class ReportOptions {

    @Option(names = "--html", paramLabel = "FILE", description = "Write the report for people.")
    private @Nullable Path html;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the report for programs.")
    private @Nullable Path json;

    @Option(names = "--junit", paramLabel = "FILE", description = "Write the report for build servers, as JUnit XML.")
    private @Nullable Path junit;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write a summary in Markdown.")
    private @Nullable Path markdown;

    @Option(names = "--report-key", paramLabel = "JWK", description = "Sign the JSON report with this private key.")
    private @Nullable Path reportKey;

    /** Where the HTML report goes; null for nowhere. */
    @Nullable
    Path html() {
        return html;
    }

    /** The key that signs; null for none; throws {@link IOException} with a sentence for a file without one. */
    @Nullable
    ReportKey key() throws IOException {
        return reportKey == null ? null : ReportKey.read(reportKey);
    }

    /** The files that can't be written, so that nothing is run whose report would be lost. */
    List<Path> unwritable() {
        return Stream.of(html, json, junit, markdown)
                .filter(Objects::nonNull)
                .filter(file -> !isWritable(file))
                .toList();
    }

    private static boolean isWritable(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return Files.exists(file)
                ? Files.isRegularFile(file) && Files.isWritable(file)
                : folder != null && Files.isDirectory(folder) && Files.isWritable(folder);
    }

    /** Writes what is asked for. */
    void write(Report report, @Nullable ReportKey key) throws IOException {
        if (html != null) {
            Files.writeString(html, new HtmlReport().text(report));
        }
        if (json != null) {
            Files.writeString(json, new JsonReport(key).text(report));
        }
        if (junit != null) {
            Files.writeString(junit, new JUnitReport().text(report));
        }
        if (markdown != null) {
            Files.writeString(markdown, new MarkdownReport().text(report));
        }
    }
}
