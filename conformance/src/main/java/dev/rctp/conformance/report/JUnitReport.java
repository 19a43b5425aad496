package dev.rctp.conformance.report;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The report as JUnit XML, for build servers: a test suite for each section. */
public final class JUnitReport {

    /** The report's text. */
    public String text(Report report) {
        Counts counts = report.counts();
        StringBuilder out = new StringBuilder(16_384)
                .append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"RCTP conformance\"")
                .append(numbers(counts))
                .append(time(report.took()))
                .append(">\n");
        report.sections().forEach((section, findings) -> suite(report, section, findings, out));
        return out.append("</testsuites>\n").toString();
    }

    private static void suite(Report report, ProtocolSection section, List<Finding> findings, StringBuilder out) {
        Duration took = findings.stream().map(Finding::took).reduce(Duration.ZERO, Duration::plus);
        out.append("  <testsuite")
                .append(attribute("name", section.text()))
                .append(numbers(Counts.of(findings)))
                .append(time(took))
                .append(attribute(
                        "timestamp",
                        report.started().truncatedTo(ChronoUnit.SECONDS).toString()))
                .append(attribute("hostname", report.target()))
                .append(">\n");
        findings.forEach(one -> testCase(section, one, out));
        out.append("  </testsuite>\n");
    }

    private static void testCase(ProtocolSection section, Finding one, StringBuilder out) {
        out.append("    <testcase")
                .append(attribute("classname", String.format(Locale.ROOT, "rctp.s%02d", section.number())))
                .append(attribute("name", one.name() + " " + one.requirement().text()))
                .append(time(one.took()));
        switch (one.standing()) {
            case PASSED -> out.append("/>\n");
            case FAILED, STALE -> element("failure", one, out);
            case BLOCKED, FAULT -> element("error", one, out);
            case SKIPPED, NOT_APPLICABLE, EXPECTED -> {
                out.append(">\n      <skipped")
                        .append(attribute("message", message(one)))
                        .append("/>\n");
                out.append("    </testcase>\n");
            }
            case WARNED -> {
                out.append(">\n      <system-out>")
                        .append(escaped(message(one)))
                        .append("</system-out>\n    </testcase>\n");
            }
        }
    }

    private static void element(String name, Finding one, StringBuilder out) {
        out.append(">\n      <")
                .append(name)
                .append(attribute("type", one.standing().text()))
                .append(attribute("message", one.sentence()))
                .append('>');
        if (one.leftOut() > 0) {
            out.append("\n(").append(one.leftOut()).append(" earlier exchanges left out)\n");
        }
        for (ShownExchange exchange : one.exchanges()) {
            out.append(escaped("\n--- request\n" + exchange.request() + "\n"));
            if (!exchange.base().isEmpty()) {
                out.append(escaped("--- signature base\n" + exchange.base() + "\n"));
            }
            out.append(escaped("--- response, " + exchange.took().toMillis() + " ms\n" + exchange.response() + "\n"));
        }
        out.append("</").append(name).append(">\n    </testcase>\n");
    }

    private static String message(Finding one) {
        String reason = one.reason().isEmpty() ? "" : " (" + one.reason() + ")";
        return one.standing().text() + reason + (one.sentence().isEmpty() ? "" : ": " + one.sentence());
    }

    private static String numbers(Counts counts) {
        Map<String, Integer> numbers = Map.of(
                "tests", counts.total(),
                "failures", counts.of(Standing.FAILED) + counts.of(Standing.STALE),
                "errors", counts.of(Standing.BLOCKED) + counts.of(Standing.FAULT),
                "skipped",
                        counts.of(Standing.SKIPPED)
                                + counts.of(Standing.NOT_APPLICABLE)
                                + counts.of(Standing.EXPECTED));
        StringBuilder all = new StringBuilder();
        List.of("tests", "failures", "errors", "skipped")
                .forEach(name -> all.append(attribute(name, String.valueOf(numbers.get(name)))));
        return all.toString();
    }

    private static String time(Duration took) {
        return attribute("time", String.format(Locale.ROOT, "%.3f", took.toMillis() / 1000.0));
    }

    private static String attribute(String name, String value) {
        return " " + name + "=\"" + escaped(value).replace("\n", "&#10;").replace("\t", "&#9;") + "\"";
    }

    // VisibleText leaves nothing that XML 1.0 (2.2) can't hold
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        VisibleText.visible(text).codePoints().forEach(point -> {
            switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(point);
            }
        });
        return out.toString();
    }
}
