package dev.rctp.conformance.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came back over a connection until it was closed or nothing more came.
 *
 * @param octets all of it
 * @param closed whether the target closed the connection
 */
public record RawAnswer(byte[] octets, boolean closed) {

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.[01] (\\d{3})[^\\r\\n]*\\r\\n");

    /** The octets as text, one character each. */
    public String text() {
        return new String(octets, StandardCharsets.ISO_8859_1);
    }

    /** The statuses of all answers in it, without 1xx. */
    public List<Integer> statuses() {
        List<Integer> found = new ArrayList<>();
        Matcher line = STATUS_LINE.matcher(text());
        while (line.find()) {
            int status = Integer.parseInt(line.group(1));
            if (status >= 200) {
                found.add(status);
            }
        }
        return found;
    }

    /** The first status; 0 for none. */
    public int status() {
        return statuses().isEmpty() ? 0 : statuses().getFirst();
    }
}
