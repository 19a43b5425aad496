package dev.rctp.gateway.http.framing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One field line, checked by its bytes (RFC 9112 5): a token, a colon right after it, a value.
 *
 * @param name the lower-case name; empty where the line is no field line
 * @param valueStart where the value starts, whitespace skipped
 * @param valueEnd one past the value's last byte, whitespace skipped
 * @param fault what is wrong with the line, or null
 */
record FieldLine(
        String name, int valueStart, int valueEnd, @Nullable String fault) {

    /** Reads the line between two positions, its CRLF excluded; controls were refused before. */
    static FieldLine read(byte[] bytes, int from, int to) {
        if (bytes[from] == ' ' || bytes[from] == '\t') {
            return faulty("folded field line");
        }
        int colon = from;
        while (colon < to && Octets.isToken(bytes[colon])) {
            colon++;
        }
        if (colon == from || colon == to || bytes[colon] != ':') {
            return faulty("field name is no token followed by a colon");
        }
        int start = colon + 1;
        int end = to;
        while (start < end && isBlank(bytes[start])) {
            start++;
        }
        while (end > start && isBlank(bytes[end - 1])) {
            end--;
        }
        String name = new String(bytes, from, colon - from, ISO_8859_1).toLowerCase(Locale.ROOT);
        return new FieldLine(name, start, end, null);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t';
    }

    private static FieldLine faulty(String fault) {
        return new FieldLine("", 0, 0, fault);
    }

    String value(byte[] bytes) {
        return new String(bytes, valueStart, valueEnd - valueStart, ISO_8859_1);
    }
}
