package dev.rctp.conformance.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The report for people: one page that loads nothing, and can be read without its script. */
public final class HtmlReport {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern(
                    "d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final List<Standing> LISTED =
            List.of(Standing.FAILED, Standing.STALE, Standing.FAULT, Standing.BLOCKED, Standing.WARNED);

    private final String style = resource("report.css");
    private final String script = resource("report.js");

    /** The report's text. */
    public String text(Report report) {
        StringBuilder out = new StringBuilder(1 << 18)
                .append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
                .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
                .append("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
                .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
                .append(HtmlText.escaped(report.verdict().title() + " · " + report.target()))
                .append("</title>\n<style>\n")
                .append(style)
                .append("</style></head>\n<body>\n");
        header(report, out);
        out.append("<main>\n");
        sections(report, out);
        told(report, out);
        filters(report, out);
        report.sections().forEach((section, findings) -> section(section, findings, out));
        return out.append("<p id=\"none\" hidden>No requirement matches.</p>\n</main>\n")
                .append(footer(report))
                .append("<script>\n")
                .append(script)
                .append("</script>\n</body></html>\n")
                .toString();
    }

    private static void header(Report report, StringBuilder out) {
        Verdict verdict = report.verdict();
        out.append("<header class=\"v")
                .append(verdict.exitCode())
                .append("\"><div>\n<p class=\"over\">RCTP conformance</p>\n<h1>")
                .append(verdict.title())
                .append("</h1>\n<p class=\"target\">")
                .append(HtmlText.escaped(report.target()))
                .append("</p>\n<p class=\"sum\">")
                .append(HtmlText.sentence(report.summary()))
                .append("</p>\n")
                .append(bar(report.counts()))
                .append("<dl>")
                .append(fact("Started", TIME.format(report.started())))
                .append(fact("Took", duration(report.took())))
                .append(fact("Profiles", String.join(", ", report.profiles())))
                .append("</dl>\n</div></header>\n");
    }

    private static String fact(String name, String value) {
        return "<div><dt>" + name + "</dt><dd>" + HtmlText.escaped(value) + "</dd></div>";
    }

    private static String bar(Counts counts) {
        StringBuilder bar = new StringBuilder("<div class=\"bar\" role=\"img\" aria-label=\"")
                .append(HtmlText.escaped(counts.text()))
                .append("\" title=\"")
                .append(HtmlText.escaped(counts.text()))
                .append("\">");
        for (Standing standing : Standing.values()) {
            int count = counts.of(standing);
            if (count > 0) {
                bar.append("<span class=\"")
                        .append(standing.key())
                        .append("\" style=\"flex-grow:")
                        .append(count)
                        .append("\"></span>");
            }
        }
        return bar.append("</div>\n").toString();
    }

    private static void sections(Report report, StringBuilder out) {
        out.append("<nav aria-label=\"Sections\" class=\"sections\">\n");
        report.sections().forEach((section, findings) -> {
            Counts counts = Counts.of(findings);
            int good = counts.of(Standing.PASSED);
            out.append("<a href=\"#s")
                    .append(section.number())
                    .append("\"><span><b>")
                    .append(section.number())
                    .append("</b> ")
                    .append(HtmlText.escaped(section.title()))
                    .append("</span><span class=\"of\">")
                    .append(good == counts.total() ? "all " + good : good + " of " + counts.total())
                    .append("</span>")
                    .append(bar(counts))
                    .append("</a>\n");
        });
        out.append("</nav>\n");
    }

    private static void told(Report report, StringBuilder out) {
        for (Standing standing : LISTED) {
            List<Finding> findings = report.of(standing);
            if (!findings.isEmpty()) {
                out.append("<section class=\"told ")
                        .append(standing.key())
                        .append("\"><h2>")
                        .append(title(standing))
                        .append(" <span class=\"of\">")
                        .append(findings.size())
                        .append("</span></h2><ul>\n");
                findings.forEach(one -> out.append("<li><a href=\"#")
                        .append(HtmlText.escaped(one.name()))
                        .append("\">")
                        .append(HtmlText.escaped(one.name()))
                        .append("</a> <span>")
                        .append(HtmlText.sentence(one.sentence()))
                        .append("</span></li>\n"));
                out.append("</ul></section>\n");
            }
        }
    }

    private static void filters(Report report, StringBuilder out) {
        out.append("<form class=\"filters\" hidden>\n<label class=\"search\"><span>Search</span>")
                .append("<input type=\"search\" id=\"q\" placeholder=\"Clause, or any word\"></label>\n")
                .append("<label class=\"pick\"><span>Section</span><select id=\"sec\">")
                .append("<option value=\"\">All sections</option>");
        report.sections()
                .forEach((section, _) -> out.append("<option value=\"s")
                        .append(section.number())
                        .append("\">")
                        .append(HtmlText.escaped(section.text()))
                        .append("</option>"));
        out.append("</select></label>\n<div class=\"chips\" role=\"group\" aria-label=\"Outcomes\">");
        for (Map.Entry<Standing, Integer> one : new TreeMap<>(report.counts().byStanding()).entrySet()) {
            out.append("<button type=\"button\" class=\"chip ")
                    .append(one.getKey().key())
                    .append("\" aria-pressed=\"false\" data-s=\"")
                    .append(one.getKey().name().toLowerCase(Locale.ROOT))
                    .append("\">")
                    .append(one.getKey().text())
                    .append(" <b>")
                    .append(one.getValue())
                    .append("</b></button>");
        }
        out.append("</div>\n<output id=\"shown\" aria-live=\"polite\"></output>\n</form>\n");
    }

    private static void section(ProtocolSection section, List<Finding> findings, StringBuilder out) {
        out.append("<section class=\"sec\" id=\"s")
                .append(section.number())
                .append("\"><h2><b>")
                .append(section.number())
                .append("</b> ")
                .append(HtmlText.escaped(section.title()))
                .append(" <span class=\"of\">")
                .append(HtmlText.escaped(Counts.of(findings).text()))
                .append("</span></h2>\n");
        findings.forEach(one -> out.append(HtmlFinding.of(one)));
        out.append("</section>\n");
    }

    private static String footer(Report report) {
        return "<footer><p>Run " + HtmlText.escaped(report.runId()) + " by " + HtmlText.escaped(report.runner())
                + ", plan <span class=\"digest\">" + HtmlText.escaped(report.planDigest()) + "</span>. Secrets are "
                + "<i>[redacted]</i>; what can't be seen is shown as <i>⟦U+200B⟧</i>.</p></footer>\n";
    }

    private static String title(Standing standing) {
        return switch (standing) {
            case FAILED -> "What does not hold";
            case STALE -> "Expected failures that pass";
            case FAULT -> "Faults of the runner";
            case BLOCKED -> "Blocked: the control did not work";
            case WARNED -> "What should hold and does not";
            case SKIPPED, EXPECTED, NOT_APPLICABLE, PASSED -> standing.text();
        };
    }

    private static String duration(Duration took) {
        long seconds = took.toSeconds();
        return seconds < 60
                ? String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0)
                : seconds / 60 + " min " + seconds % 60 + " s";
    }

    private static String resource(String name) {
        try (InputStream in = HtmlReport.class.getResourceAsStream("/dev/rctp/conformance/report/" + name)) {
            if (in == null) {
                throw new IllegalStateException("there is no report/" + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
