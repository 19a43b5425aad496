package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.CapturedRequest.Line;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The body behind a captured header: editors and forms add a last newline or change others, which {@code Content-Length} tells. */
final class CapturedBody {

    private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,8})\r?\n");

    private final String text;
    private final long length;
    private final boolean chunked;

    CapturedBody(String text, List<Line> lines) {
        this.text = text;
        this.length = lines.stream()
                .filter(line -> line.name().equalsIgnoreCase("content-length"))
                .map(line -> line.value().strip())
                .filter(value -> value.matches("[0-9]{1,9}"))
                .mapToLong(Long::parseLong)
                .findFirst()
                .orElse(-1);
        this.chunked = lines.stream()
                .anyMatch(line -> line.name().equalsIgnoreCase("transfer-encoding")
                        && line.value().toLowerCase(java.util.Locale.ROOT).contains("chunked"));
    }

    /** Whether there is what the header promises. */
    boolean isKnown() {
        return !text.isBlank() || (length <= 0 && !chunked);
    }

    byte[] bytes() {
        return (chunked ? unchunked() : fitting()).getBytes(StandardCharsets.ISO_8859_1);
    }

    private String fitting() {
        String unix = text.replace("\r\n", "\n");
        String trimmed = text.stripTrailing();
        return Stream.of(text, chopped(text), unix, chopped(unix), unix.replace("\n", "\r\n"), trimmed)
                .filter(body -> body.length() == length)
                .findFirst()
                .orElse(length >= 0 && text.length() > length ? text.substring(0, (int) length) : withoutLast());
    }

    /** Without a length to go by, one newline at the end is the editor's. */
    private String withoutLast() {
        return length < 0 ? chopped(text) : text;
    }

    private static String chopped(String body) {
        return body.endsWith("\r\n")
                ? body.substring(0, body.length() - 2)
                : body.endsWith("\n") ? body.substring(0, body.length() - 1) : body;
    }

    /** The chunks' content, or the text as it is where a tool has joined them already (RFC 9112 7.1). */
    private String unchunked() {
        StringBuilder joined = new StringBuilder();
        Matcher chunk = CHUNK.matcher(text);
        int at = 0;
        while (chunk.find(at) && chunk.start() == at) {
            int size = Integer.parseUnsignedInt(chunk.group(1), 16);
            if (size == 0) {
                return joined.toString();
            }
            if (size < 0 || size > text.length() - chunk.end()) {
                return chopped(text);
            }
            joined.append(text, chunk.end(), chunk.end() + size);
            at = chunk.end() + size;
            at += text.startsWith("\r\n", at) ? 2 : text.startsWith("\n", at) ? 1 : 0;
        }
        return chopped(text);
    }
}
