package dev.rctp.gateway.explain;

import dev.rctp.msgsig.HttpFields;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP request as a client or a proxy logged it.
 *
 * @param method the method as sent
 * @param scheme from a target in absolute form; null otherwise
 * @param host the host as written; null where nothing names it
 * @param path the raw path, never empty
 * @param query the raw query without its question mark; null where there is none
 * @param lines the header lines as written
 * @param body the raw body, as well as it can be told from the text
 * @param bodyKnown whether the body is there, if the header speaks of one
 * @param answeredAt the {@code Date} of the answer, where the capture has one; null otherwise
 */
public record CapturedRequest(
        String method,
        @Nullable String scheme,
        @Nullable String host,
        String path,
        @Nullable String query,
        List<Line> lines,
        byte[] body,
        boolean bodyKnown,
        @Nullable Instant answeredAt)
        implements CaptureReading {

    /** A header line: name and value as written, whitespace and case kept. */
    public record Line(String name, String value) {}

    /** Keeps its own copy of the lines. */
    public CapturedRequest {
        lines = List.copyOf(lines);
    }

    /** Reads raw HTTP/1.1 text with LF or CRLF, or what {@code curl -v} or {@code rctp call -v} printed; one byte is one character. */
    public static CaptureReading parse(byte[] text) {
        return new CaptureParser(text).parse();
    }

    /** The same request with this body. */
    public CapturedRequest withBody(byte[] other) {
        return new CapturedRequest(method, scheme, host, path, query, lines, other, true, answeredAt);
    }

    /** The header as signatures see it. */
    public HttpFields fields() {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        lines.forEach(line -> fields.add(line.name(), line.value()));
        return fields.build();
    }

    /** The values of the lines with this lower-case name, as written. */
    List<String> raw(String name) {
        return lines.stream()
                .filter(line -> line.name().equalsIgnoreCase(name))
                .map(Line::value)
                .toList();
    }

    /** Only method and target: the rest may hold credentials. */
    @Override
    public String toString() {
        return "CapturedRequest[" + method + " " + path + "]";
    }
}
