package dev.rctp.conformance.report;

import java.time.Duration;
import java.time.Instant;

/**
 * What went over the wire once, without secrets and safe to look at.
 *
 * @param at when it was sent
 * @param took until the last octet came
 * @param base the signature base that the runner computed (RFC 9421 2.5); empty for an unsigned request
 * @param response empty for none
 */
public record ShownExchange(Instant at, Duration took, String request, String base, String response) {

    /** The request's first line. */
    public String requestLine() {
        return firstLine(request, "nothing");
    }

    /** The response's first line. */
    public String statusLine() {
        return firstLine(response, "no answer");
    }

    private static String firstLine(String text, String otherwise) {
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.isBlank() ? otherwise : line;
    }
}
