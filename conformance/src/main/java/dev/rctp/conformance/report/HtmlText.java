package dev.rctp.conformance.report;

import java.util.regex.Pattern;

/** Text as HTML. */
final class HtmlText {

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern MARKED = Pattern.compile("\\[redacted]|⟦U\\+[0-9A-F]+⟧");
    private static final Pattern FIELD = Pattern.compile("(?m)^([A-Za-z0-9-]+)(:)");
    private static final Pattern COMPONENT = Pattern.compile("(?m)^(&quot;[^:\\n]+&quot;[^:\\n]*)(: )");

    private HtmlText() {}

    /** The text, escaped; fit for attributes. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        VisibleText.visible(text).codePoints().forEach(point -> {
            switch (point) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(point);
            }
        });
        return out.toString();
    }

    /** A sentence, with what stands between backticks as code. */
    static String sentence(String text) {
        return marked(CODE.matcher(escaped(text)).replaceAll("<code>$1</code>"));
    }

    /** A message of HTTP: first line and field names stand out. */
    static String message(String text) {
        int end = text.indexOf("\n\n");
        String head = end < 0 ? text : text.substring(0, end);
        String body = end < 0 ? "" : text.substring(end);
        int line = head.indexOf('\n');
        String first = line < 0 ? head : head.substring(0, line);
        String fields = line < 0 ? "" : head.substring(line);
        return marked("<strong>" + escaped(first) + "</strong>"
                + FIELD.matcher(escaped(fields)).replaceAll("<b>$1</b>$2") + escaped(body));
    }

    /** A signature base: component names stand out. */
    static String base(String text) {
        return marked(COMPONENT.matcher(escaped(text)).replaceAll("<b>$1</b>$2"));
    }

    private static String marked(String html) {
        return MARKED.matcher(html).replaceAll("<i>$0</i>");
    }
}
