package dev.rctp.conformance.report;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** The report in short, for the page of a build or a change: a table by section, and what failed. */
public final class MarkdownReport {

    private static final int MOST = 50;
    private static final List<Standing> COLUMNS = List.of(
            Standing.PASSED,
            Standing.FAILED,
            Standing.EXPECTED,
            Standing.WARNED,
            Standing.BLOCKED,
            Standing.SKIPPED,
            Standing.NOT_APPLICABLE);

    /** The report's text. */
    public String text(Report report) {
        StringBuilder out = new StringBuilder(4096)
                .append("## RCTP conformance: ")
                .append(report.verdict().text())
                .append("\n\n")
                .append(code(report.target()))
                .append(", profiles ")
                .append(String.join(", ", report.profiles()))
                .append(". ")
                .append(inline(report.summary()))
                .append(" Started ")
                .append(report.started().truncatedTo(ChronoUnit.SECONDS))
                .append(", took ")
                .append(seconds(report.took()))
                .append(
                        ".\n\n| section | passed | failed | expected failure | warning | blocked | skipped | not applicable |\n")
                .append("| --- |")
                .append(" ---: |".repeat(COLUMNS.size()))
                .append('\n');
        report.sections().forEach((section, findings) -> {
            out.append("| ").append(section.text()).append(" |");
            COLUMNS.forEach(one ->
                    out.append(' ').append(cell(Counts.of(findings), one)).append(" |"));
            out.append('\n');
        });
        for (Standing standing : Standing.values()) {
            if (standing.isTold() || standing == Standing.EXPECTED) {
                list(report.of(standing), standing, out);
            }
        }
        return out.toString();
    }

    private static String cell(Counts counts, Standing standing) {
        int count = switch (standing) {
            case FAILED -> counts.of(Standing.FAILED) + counts.of(Standing.STALE);
            case BLOCKED -> counts.of(Standing.BLOCKED) + counts.of(Standing.FAULT);
            default -> counts.of(standing);
        };
        return count == 0 ? "" : Integer.toString(count);
    }

    private static void list(List<Finding> findings, Standing standing, StringBuilder out) {
        if (findings.isEmpty()) {
            return;
        }
        out.append("\n### ")
                .append(title(standing))
                .append(" (")
                .append(findings.size())
                .append(")\n\n");
        findings.stream()
                .limit(MOST)
                .forEach(one -> out.append("- **")
                        .append(one.name())
                        .append("** ")
                        .append(inline(one.requirement().text()))
                        .append(one.sentence().isEmpty() ? "" : " — " + inline(one.sentence()))
                        .append(one.reason().isEmpty() ? "" : " (" + inline(one.reason()) + ")")
                        .append('\n'));
        if (findings.size() > MOST) {
            out.append("- … ").append(findings.size() - MOST).append(" more\n");
        }
    }

    private static String title(Standing standing) {
        String text = standing.text();
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private static String seconds(Duration took) {
        return String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
    }

    private static String code(String text) {
        return "`" + text.replace('`', '\'') + "`";
    }

    // code spans stay as the runner's own sentences have them; the rest is plain text
    private static String inline(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("|", "\\|")
                .replace("[", "\\[")
                .replace("](", "]\\(")
                .replaceAll("\\s+", " ")
                .strip();
    }
}
