package dev.rctp.conformance.report;

import dev.rctp.conformance.requirement.Requirement;
import java.time.Duration;
import java.util.Locale;

/** One requirement in the HTML report. */
final class HtmlFinding {

    private HtmlFinding() {}

    /** As a block that opens; one that needs a person's eye is open. */
    static String of(Finding finding) {
        Standing standing = finding.standing();
        StringBuilder out = new StringBuilder(512)
                .append("<details class=\"r ")
                .append(standing.key())
                .append("\" id=\"")
                .append(HtmlText.escaped(finding.name()))
                .append("\" data-s=\"")
                .append(standing.name().toLowerCase(Locale.ROOT))
                .append(standing.fails() ? "\" open>" : "\">")
                .append("<summary><span class=\"tag\">")
                .append(tag(standing))
                .append("</span><span class=\"id\">")
                .append(HtmlText.escaped(finding.name()))
                .append("</span><span class=\"text\">")
                .append(HtmlText.sentence(finding.requirement().text()))
                .append("</span></summary><div class=\"more\">");
        if (!finding.sentence().isEmpty()) {
            out.append("<p class=\"said\">")
                    .append(HtmlText.sentence(finding.sentence()))
                    .append("</p>");
        }
        if (!finding.reason().isEmpty()) {
            out.append("<p class=\"why\">The plan expects this failure: ")
                    .append(HtmlText.sentence(finding.reason()))
                    .append("</p>");
        }
        exchanges(finding, out);
        return out.append(facts(finding)).append("</div></details>\n").toString();
    }

    private static String tag(Standing standing) {
        return switch (standing) {
            case STALE -> "stale";
            case EXPECTED -> "expected";
            case FAILED, FAULT, BLOCKED, SKIPPED, WARNED, NOT_APPLICABLE, PASSED -> standing.text();
        };
    }

    private static String facts(Finding finding) {
        Requirement one = finding.requirement();
        return "<p class=\"facts\">" + one.level() + " · profile "
                + one.profile().name().toLowerCase(Locale.ROOT)
                + " · section " + HtmlText.escaped(new ProtocolSection(one.section()).text()) + " · "
                + duration(finding.took()) + "</p>";
    }

    private static void exchanges(Finding finding, StringBuilder out) {
        if (finding.leftOut() > 0) {
            out.append("<p class=\"facts\">").append(finding.leftOut()).append(" earlier exchanges left out</p>");
        }
        int count = finding.exchanges().size();
        for (int place = 0; place < count; place++) {
            ShownExchange one = finding.exchanges().get(place);
            boolean open = finding.standing().fails() && place == count - 1;
            out.append("<details class=\"x\"")
                    .append(open ? " open" : "")
                    .append("><summary><span class=\"n\">")
                    .append(finding.leftOut() + place + 1)
                    .append("</span><code>")
                    .append(HtmlText.escaped(cut(one.requestLine())))
                    .append("</code><span class=\"arrow\" aria-hidden=\"true\">→</span><code>")
                    .append(HtmlText.escaped(cut(one.statusLine())))
                    .append("</code><span class=\"ms\">")
                    .append(duration(one.took()))
                    .append("</span></summary>")
                    .append(block("Request", HtmlText.message(one.request())))
                    .append(one.base().isEmpty() ? "" : block("Signature base", HtmlText.base(one.base())))
                    .append(
                            one.response().isEmpty()
                                    ? "<p class=\"facts\">There was no answer.</p>"
                                    : block("Response", HtmlText.message(one.response())))
                    .append("</details>");
        }
    }

    private static String block(String title, String html) {
        return "<figure><figcaption>" + title + "</figcaption><pre tabindex=\"0\">" + html + "</pre></figure>";
    }

    private static String cut(String line) {
        return line.length() > 160 ? line.substring(0, 160) + "…" : line;
    }

    private static String duration(Duration took) {
        return took.toMillis() < 1000
                ? took.toMillis() + " ms"
                : String.format(Locale.ROOT, "%.1f s", took.toMillis() / 1000.0);
    }
}
