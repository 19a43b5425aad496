package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.http.Response;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the pages: plain text in boxes, nothing of the parties raw (APR-5). */
final class PageText {

    private final List<String> embedders;
    private final Set<Fault> faults;

    PageText(List<String> embedders, Set<Fault> faults) {
        this.embedders = embedders;
        this.faults = faults;
    }

    /** An approval's page. */
    Response approval(ObjectNode page) {
        JsonNode display = page.path("approval").path("display");
        StringBuilder html = new StringBuilder("<!doctype html><html lang=\"en\"><title>Your approval</title>");
        html.append("<h1>").append(shown(Json.text(display, "action"))).append("</h1><dl>");
        rows(html, "", display);
        html.append("</dl>");
        if (page.has("form")) {
            html.append("<form><h2>Your terms</h2>");
            page.path("form")
                    .path("term_set")
                    .path("terms")
                    .valueStream()
                    .forEach(term -> html.append("<label>")
                            .append(shown(Json.text(term, "label")))
                            .append(" <input name=\"")
                            .append(shown(Json.text(term, "name")))
                            .append("\"></label>"));
            html.append("</form>");
        }
        html.append("<button>Approve</button><button>Decline</button></html>");
        return Response.html(200, html.toString());
    }

    /** The page for a new passkey. */
    Response enrolment() {
        return Response.html(
                200,
                "<!doctype html><html lang=\"en\"><title>Your passkey</title><button>Make a passkey</button></html>");
    }

    /** With what keeps a page to itself. */
    Response closed(Response response) {
        String ancestors = embedders.isEmpty() ? "'none'" : String.join(" ", embedders);
        if (faults.contains(Fault.PAGE_FRAMED_BY_ANYONE)) {
            ancestors = "*";
        }
        Response closed = response.with("Content-Security-Policy", "default-src 'self'; frame-ancestors " + ancestors)
                .with("Cache-Control", "no-store");
        return faults.contains(Fault.PAGE_WITHOUT_REFERRER_POLICY)
                ? closed
                : closed.with("Referrer-Policy", "no-referrer");
    }

    private void rows(StringBuilder html, String prefix, JsonNode display) {
        for (Map.Entry<String, JsonNode> member : display.properties()) {
            JsonNode value = member.getValue();
            if (value.isObject()) {
                rows(html, prefix + member.getKey() + " ", value);
            } else {
                html.append("<dt>").append(shown(prefix + member.getKey())).append("</dt><dd>");
                html.append(shown(value.isString() ? value.stringValue() : value.toString()))
                        .append("</dd>");
            }
        }
    }

    private String shown(String text) {
        if (faults.contains(Fault.PAGE_SHOWS_TEXT_RAW)) {
            return text;
        }
        if (faults.contains(Fault.PAGE_ESCAPES_QUOTES_ALONE)) {
            return text.replace("\"", "&quot;").replace("'", "&#39;");
        }
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> shown.append("&lt;");
                case '>' -> shown.append("&gt;");
                case '&' -> shown.append("&amp;");
                case '"' -> shown.append("&quot;");
                case '\'' -> shown.append("&#39;");
                default -> visible(shown, c);
            }
        });
        return shown.toString();
    }

    private void visible(StringBuilder shown, int c) {
        int type = Character.getType(c);
        if (type == Character.FORMAT && faults.contains(Fault.PAGE_BIDI_BY_REFERENCE)) {
            shown.append("&#%d;".formatted(c));
        } else if (type == Character.CONTROL || type == Character.FORMAT) {
            shown.append("[U+%04X]".formatted(c));
        } else {
            shown.appendCodePoint(c);
        }
    }
}
