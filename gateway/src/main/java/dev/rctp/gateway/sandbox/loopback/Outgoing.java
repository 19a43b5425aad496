package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * TEST ONLY: an answer of one of the sandbox's servers.
 *
 * @param status the status code
 * @param fields all fields but the framing
 * @param body what to write
 */
public record Outgoing(int status, HttpFields fields, Body body) {

    /** The body of an answer. */
    public interface Body {
        /** The number of octets, 0 for no body; negative where it is not known before. */
        long length();

        /** Writes the octets. */
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    /** An answer without a body. */
    public static Outgoing empty(int status) {
        return new Outgoing(status, HttpFields.none(), whole(new byte[0]));
    }

    /** A JSON answer that nobody may store. */
    public static Outgoing json(int status, JsonNode body) {
        HttpFields fields = HttpFields.of("content-type", "application/json", "cache-control", "no-store");
        return new Outgoing(status, fields, whole(body.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * A page that nobody may store or frame, without scripts.
     *
     * @param formTargets the origins, beside its own, that its forms may lead to
     */
    public static Outgoing page(int status, String html, String... formTargets) {
        String forms = String.join(" ", "form-action 'self'", String.join(" ", formTargets));
        HttpFields fields = HttpFields.of(
                "content-type",
                "text/html; charset=utf-8",
                "cache-control",
                "no-store",
                "referrer-policy",
                "same-origin",
                "x-content-type-options",
                "nosniff",
                "content-security-policy",
                "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'; " + forms.strip());
        return new Outgoing(status, fields, whole(html.getBytes(StandardCharsets.UTF_8)));
    }

    /** The style sheet of pages. */
    public static Outgoing style(Page css) {
        HttpFields fields = HttpFields.of("content-type", "text/css; charset=utf-8", "cache-control", "max-age=60");
        return new Outgoing(200, fields, whole(css.fill(Map.of()).getBytes(StandardCharsets.UTF_8)));
    }

    /** A redirect that a browser follows with GET (303). */
    public static Outgoing seeOther(String location) {
        HttpFields fields = HttpFields.of("location", location, "cache-control", "no-store");
        return new Outgoing(303, fields, whole(new byte[0]));
    }

    /** The same answer with one more field, in place of lines with its name. */
    public Outgoing with(String name, String value) {
        return new Outgoing(status, fields.toBuilder().set(name, value).build(), body);
    }

    /** A body of these octets. */
    public static Body whole(byte[] octets) {
        return new Body() {
            @Override
            public long length() {
                return octets.length;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(octets);
            }
        };
    }
}
