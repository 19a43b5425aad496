package dev.rctp.conformance.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/**
 * An answer (RFC 9110 section 15), immutable.
 *
 * @param status the status code
 * @param headers the fields in their order; a Content-Length among them is sent as it is
 * @param content what follows the head
 * @param delay how long it waits before its first octet
 */
public record Reply(int status, List<Map.Entry<String, String>> headers, Content content, Duration delay) {

    /** What follows the head, or stands in for the whole answer. */
    public sealed interface Content {}

    /** Octets with a Content-Length. */
    public record Octets(byte[] octets) implements Content {}

    /** Chunks, written as they come (RFC 9112 section 7.1). */
    public record Chunks(Writer writer) implements Content {}

    /** The connection itself, after a 101 (RFC 9110 section 7.8). */
    public record Taken(Conversation conversation) implements Content {}

    /** Octets instead of head and body; then the connection closes. */
    public record Raw(byte[] octets) implements Content {}

    /** The connection closes without an answer. */
    public record HungUp() implements Content {}

    /** Writes a streamed body; each flush is a chunk on the wire. */
    @FunctionalInterface
    public interface Writer {

        /** Writes all of it. */
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    /** What happens on a connection after the upgrade. */
    @FunctionalInterface
    public interface Conversation {

        /** Talks until it returns; then the connection closes. */
        void talk(InputStream in, OutputStream out) throws IOException, InterruptedException;
    }

    /** Keeps its own list of the fields. */
    public Reply {
        headers = List.copyOf(headers);
    }

    /** A status without content. */
    public static Reply of(int status) {
        return new Reply(status, List.of(), new Octets(new byte[0]), Duration.ZERO);
    }

    /** A status with content of this media type. */
    public static Reply of(int status, String contentType, byte[] body) {
        return new Reply(status, List.of(Map.entry("Content-Type", contentType)), new Octets(body), Duration.ZERO);
    }

    /** A status with JSON (RFC 8259). */
    public static Reply json(int status, JsonNode body) {
        return of(status, "application/json", body.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** A status with plain text. */
    public static Reply text(int status, String body) {
        return of(status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
    }

    /** A status with a streamed body in chunks. */
    public static Reply streaming(int status, String contentType, Writer writer) {
        return new Reply(status, List.of(Map.entry("Content-Type", contentType)), new Chunks(writer), Duration.ZERO);
    }

    /** A 200 with a streamed body in chunks. */
    public static Reply streaming(Writer writer) {
        return streaming(200, "application/octet-stream", writer);
    }

    /** A 101 to this protocol, and then the connection's streams. */
    public static Reply upgraded(String protocol, Conversation conversation) {
        return new Reply(
                101,
                List.of(Map.entry("Connection", "Upgrade"), Map.entry("Upgrade", protocol)),
                new Taken(conversation),
                Duration.ZERO);
    }

    /** These octets instead of an answer; then the connection closes. */
    public static Reply raw(byte[] octets) {
        return new Reply(0, List.of(), new Raw(octets), Duration.ZERO);
    }

    /** No answer: the connection closes. */
    public static Reply hangUp() {
        return new Reply(0, List.of(), new HungUp(), Duration.ZERO);
    }

    /** This answer with a field in place of those of its name. */
    public Reply with(String name, String value) {
        List<Map.Entry<String, String>> changed = new ArrayList<>(without(name).headers);
        changed.add(Map.entry(name, value));
        return new Reply(status, changed, content, delay);
    }

    /** This answer without the fields of this name. */
    public Reply without(String name) {
        return new Reply(
                status,
                headers.stream()
                        .filter(field -> !field.getKey().equalsIgnoreCase(name))
                        .toList(),
                content,
                delay);
    }

    /** This answer, so much later. */
    public Reply after(Duration longer) {
        return new Reply(status, headers, content, delay.plus(longer));
    }
}
