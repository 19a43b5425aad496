package dev.rctp.conformance.report;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a person sees of a run: while it runs one line that changes on a terminal, plain lines elsewhere; then a summary. */
public final class ConsoleReport {

    private static final int WIDTH = 100;
    private static final int STEP = 100;

    private final PrintWriter out;
    private final boolean terminal;
    private final int total;
    private final Map<Standing, Integer> seen = new EnumMap<>(Standing.class);
    private int done;

    /** Of a run of so many tests. */
    public ConsoleReport(PrintWriter out, boolean terminal, int total) {
        this.out = out;
        this.terminal = terminal;
        this.total = total;
    }

    /** Tells of one that has just come out; by any thread. */
    public synchronized void progress(Finding finding) {
        done++;
        seen.merge(finding.standing(), 1, Integer::sum);
        if (finding.standing().isTold()) {
            line(finding.standing().text().toUpperCase(Locale.ROOT) + " " + finding.name());
        }
        if (terminal) {
            String counts = new Counts(seen).text();
            out.print("\r" + padded("[" + done + "/" + total + "] " + counts));
            if (done == total) {
                out.print("\r" + padded("") + "\r");
            }
        } else if (done % STEP == 0 || done == total) {
            out.println("[" + done + "/" + total + "] " + new Counts(seen).text());
        }
        out.flush();
    }

    private void line(String text) {
        out.println(terminal ? "\r" + padded(text) : text);
    }

    private static String padded(String text) {
        String cut = text.length() > WIDTH ? text.substring(0, WIDTH) : text;
        return cut + " ".repeat(WIDTH - cut.length());
    }

    /** The end: what did not hold, a line for each section, the verdict. */
    public synchronized void summary(Report report, @Nullable Path html) {
        report.findings().stream().filter(one -> one.standing().isTold()).forEach(this::told);
        out.println();
        report.sections()
                .forEach((section, findings) -> out.println(String.format(
                        Locale.ROOT,
                        "%-28s %s",
                        section.text(),
                        Counts.of(findings).text())));
        out.println();
        out.println(report.verdict().title() + ". " + report.summary());
        out.println(report.target() + ", profiles " + String.join(", ", report.profiles()) + ", "
                + seconds(report.took()) + ".");
        hints(report, html);
        out.flush();
    }

    private void told(Finding finding) {
        out.println();
        out.println(finding.standing().text().toUpperCase(Locale.ROOT) + " " + finding.name() + " "
                + finding.requirement().text());
        out.println("    " + finding.sentence().replace("\n", "\n    "));
    }

    private void hints(Report report, @Nullable Path html) {
        if (report.counts().of(Standing.SKIPPED) > 0) {
            out.println("Skipped, since the plan lacks what they need:");
            report.of(Standing.SKIPPED).stream()
                    .map(Finding::sentence)
                    .distinct()
                    .forEach(reason -> out.println("    " + reason));
        }
        if (html != null) {
            out.println("Requests, signature bases and responses: " + html);
        } else if (report.findings().stream().anyMatch(one -> one.standing().isTold())) {
            out.println("--html FILE writes requests, signature bases and responses.");
        }
    }

    private static String seconds(Duration took) {
        return String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
    }
}
