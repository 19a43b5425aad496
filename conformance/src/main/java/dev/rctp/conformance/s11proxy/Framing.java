package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.wire.RawRequest;
import java.nio.charset.StandardCharsets;

/** The octets of a signed request, framed otherwise (RFC 9112). */
final class Framing {

    private final RawRequest request;

    Framing(RawRequest request) {
        this.request = request;
    }

    /** The request as text, one character an octet. */
    String plain() {
        return text(request);
    }

    private static String text(RawRequest of) {
        return new String(of.bytes(), StandardCharsets.ISO_8859_1);
    }

    private String body() {
        return new String(request.body(), StandardCharsets.ISO_8859_1);
    }

    /** With one more header line at the end of the head. */
    String adding(String line) {
        return plain().replaceFirst(
                        "\r\n\r\n", "\r\n" + line.replace("\\", "\\\\").replace("$", "\\$") + "\r\n\r\n");
    }

    /** With this header twice, or with its line replaced. */
    String twice(String name) {
        return adding(name + ": " + request.header(name));
    }

    /** With another Content-Length. */
    String length(String value) {
        return text(request.with("Content-Length", value));
    }

    /** With another first line. */
    String firstLine(String line) {
        String plain = plain();
        return line + plain.substring(plain.indexOf("\r\n"));
    }

    /** Its first line. */
    String firstLine() {
        return plain().substring(0, plain().indexOf("\r\n"));
    }

    /** With another target. */
    String target(String target) {
        return firstLine(request.method() + " " + target + " HTTP/1.1");
    }

    /** With its body in chunks. */
    String chunked() {
        return chunked("chunked", Integer.toHexString(request.body().length), "\r\n");
    }

    /** With its body in one chunk, under this Transfer-Encoding, this size and this end of the size's line. */
    String chunked(String encoding, String size, String end) {
        RawRequest head = request.without("Content-Length").with("Transfer-Encoding", encoding);
        return new String(head.head(), StandardCharsets.ISO_8859_1) + size + end + body() + "\r\n0\r\n\r\n";
    }

    /** The size of its body as a chunk has it. */
    String size() {
        return Integer.toHexString(request.body().length);
    }

    static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
