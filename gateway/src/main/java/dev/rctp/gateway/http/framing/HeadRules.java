package dev.rctp.gateway.http.framing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/** Judges the bytes of one complete head: request line, field lines and what frames the body (PRX-7; RFC 9112 3, 5, 6). */
final class HeadRules {

    private final byte[] bytes;
    private final FieldRules fields = new FieldRules();
    private boolean http10;
    private boolean withoutContent;
    private boolean chunked;

    private HeadRules(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The verdict on the head between two positions, which ends with an empty line and holds no controls but CRLF and tab. */
    static HeadVerdict judge(byte[] bytes, int start, int end) {
        return new HeadRules(bytes).judge(start, end);
    }

    private HeadVerdict judge(int start, int end) {
        int lineEnd = lineEnd(start);
        String fault = requestLine(start, lineEnd);
        for (int line = lineEnd + 2; fault == null && line < end - 2; line = lineEnd + 2) {
            lineEnd = lineEnd(line);
            fault = field(FieldLine.read(bytes, line, lineEnd));
        }
        if (fault == null && !fields.has("host")) {
            fault = "no host field";
        }
        return fault == null ? framing() : FramingViolation.of(fault);
    }

    private int lineEnd(int from) {
        int at = from;
        while (bytes[at] != '\r') {
            at++;
        }
        return at;
    }

    private @Nullable String requestLine(int start, int end) {
        int methodEnd = start;
        while (methodEnd < end && Octets.isToken(bytes[methodEnd])) {
            methodEnd++;
        }
        int targetEnd = methodEnd + 1;
        while (targetEnd < end && bytes[targetEnd] > 0x20) {
            targetEnd++;
        }
        boolean shaped = methodEnd > start
                && targetEnd > methodEnd + 1
                && targetEnd < end
                && bytes[methodEnd] == ' '
                && bytes[targetEnd] == ' ';
        if (!shaped) {
            return "malformed request line";
        }
        withoutContent = FieldRules.isWithoutContent(new String(bytes, start, methodEnd - start, ISO_8859_1));
        String version = new String(bytes, targetEnd + 1, end - targetEnd - 1, ISO_8859_1);
        http10 = version.equals("HTTP/1.0");
        return http10 || version.equals("HTTP/1.1") ? null : "unknown HTTP version";
    }

    private @Nullable String field(FieldLine line) {
        if (line.fault() != null) {
            return line.fault();
        }
        String value = line.value(bytes);
        String fault = fields.fault(line.name(), value);
        return fault == null && line.name().equals("transfer-encoding") ? transferEncoding(value) : fault;
    }

    private @Nullable String transferEncoding(String value) {
        chunked = true;
        if (http10) {
            return "transfer-encoding in HTTP/1.0";
        }
        return value.equalsIgnoreCase("chunked") ? null : "a transfer-encoding other than chunked";
    }

    private HeadVerdict framing() {
        if (chunked && fields.has("content-length")) {
            return FramingViolation.of("content-length beside transfer-encoding");
        }
        if (withoutContent && (chunked || fields.contentLength() > 0)) {
            return FramingViolation.of(FieldRules.CONTENT);
        }
        return new HeadVerdict.Framed(chunked ? HeadVerdict.Framed.CHUNKED : Math.max(0, fields.contentLength()));
    }
}
