package dev.rctp.gateway.management;

import dev.rctp.gateway.explain.Difference;
import dev.rctp.gateway.explain.Explanation;
import dev.rctp.gateway.explain.ExplanationText;
import dev.rctp.gateway.explain.Finding;
import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The debug page's HTML: no script, one style sheet, nothing that was pasted but what an explanation quotes. */
final class DebugHtml {

    private static final String HEAD = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Why does this signature fail?</title>
            <style>{{style}}</style>
            </head>
            <body>
            <main>
            <h1>Why does this signature fail?</h1>
            """;

    private static final String FORM = """
            <h2>A request</h2>
            <p>Paste a request as it came here: header and body. It is judged by this gateway's own authorities, operators and
            clock, then forgotten: nothing of it is stored, logged, sent on or shown again, but for the lines that its signature covers.
            A bearer token is never shown.</p>
            <form method="post" action="/debug" accept-charset="utf-8" autocomplete="off">
            <label for="secret">Secret of the management port</label>
            <input id="secret" name="secret" type="password" required autocomplete="off">
            <label for="request">Request <small>(raw HTTP/1.1, or what <code>curl -v</code> or <code>rctp call -v</code> printed)</small></label>
            <textarea id="request" name="request" rows="14" required spellcheck="false" autocomplete="off"></textarea>
            <label for="base">Signature base that the signer printed <small>(optional)</small></label>
            <textarea id="base" name="base" rows="6" spellcheck="false" autocomplete="off"></textarea>
            <label for="at">When it was sent <small>(optional, such as 2026-11-30T12:00:00Z)</small></label>
            <input id="at" name="at" autocomplete="off">
            <button>Explain</button>
            </form>
            """;

    private static final String END = """
            </main>
            </body>
            </html>
            """;

    private final String head;
    private final HttpFields fields;

    DebugHtml() {
        String style = style();
        String hash = Base64.getEncoder().encodeToString(Sha256.bytes(style.getBytes(StandardCharsets.UTF_8)));
        this.head = HEAD.replace("{{style}}", style);
        this.fields = HttpFields.of(
                "content-type",
                "text/html; charset=utf-8",
                "content-security-policy",
                "default-src 'none'; style-src 'sha256-" + hash
                        + "'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
                "cache-control",
                "no-store",
                "referrer-policy",
                "no-referrer",
                "x-content-type-options",
                "nosniff",
                "cross-origin-opener-policy",
                "same-origin",
                "cross-origin-resource-policy",
                "same-origin");
    }

    private static String style() {
        try (InputStream in = DebugHtml.class.getResourceAsStream("debug.css")) {
            if (in == null) {
                throw new IllegalStateException("no resource debug.css");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Reply form() {
        return page(200, "");
    }

    /** The form with a sentence of ours above it. */
    Reply told(int status, String sentence) {
        return page(status, "<p role=\"status\"><strong>" + escape(sentence) + "</strong></p>\n");
    }

    Reply explained(Explanation explanation) {
        StringBuilder out = new StringBuilder("<p role=\"status\"><strong>")
                .append(escape(ExplanationText.headline(explanation)))
                .append("</strong></p>\n");
        if (!explanation.findings().isEmpty()) {
            out.append("<ol>\n");
            explanation.findings().forEach(finding -> append(out, finding));
            out.append("</ol>\n");
        }
        if (explanation.refusal() != null) {
            out.append("<p>The gateway's answer: ")
                    .append("<code>")
                    .append(escape(explanation.refusal().reason().code()))
                    .append(
                            explanation.refusal().cause() == null
                                    ? ""
                                    : ", " + escape(explanation.refusal().cause()))
                    .append("</code>. ")
                    .append(escape(explanation.refusal().sentence()))
                    .append("</p>\n");
        }
        if (explanation.base() != null) {
            out.append("<h2>The signature base that is expected</h2>\n<pre>")
                    .append(escape(explanation.base()))
                    .append("</pre>\n");
        }
        append(out, explanation.difference());
        return page(200, out.toString());
    }

    private static void append(StringBuilder out, Finding finding) {
        out.append("<li><strong>")
                .append(escape(finding.mistake().title()))
                .append("</strong> (<code>")
                .append(finding.mistake().code())
                .append("</code>, ")
                .append(finding.mistake().clause())
                .append(")<br>")
                .append(escape(finding.sentence()))
                .append("<br>Mend it: ")
                .append(escape(finding.mistake().remedy()))
                .append("</li>\n");
    }

    private static void append(StringBuilder out, @Nullable Difference difference) {
        if (difference != null) {
            out.append("<h2>The first line that differs: ")
                    .append(difference.line())
                    .append(", from column ")
                    .append(difference.column())
                    .append("</h2>\n<p>expected:</p><pre>")
                    .append(shown(difference.expected()))
                    .append("</pre>\n<p>signed:</p><pre>")
                    .append(shown(difference.signed()))
                    .append("</pre>\n");
        }
    }

    private static String shown(@Nullable String line) {
        return line == null ? "(no such line)" : escape(line);
    }

    private Reply page(int status, String result) {
        return new Reply(status, fields, (head + result + FORM + END).getBytes(StandardCharsets.UTF_8));
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
