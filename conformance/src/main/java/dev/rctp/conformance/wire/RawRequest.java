package dev.rctp.conformance.wire;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request as it goes over the wire (RFC 9112).
 *
 * @param target the request-target, as it is
 * @param headers in their order, with Host and any Content-Length
 */
public record RawRequest(String method, String target, List<Field> headers, byte[] body) {

    /** Keeps its own copy of the headers. */
    public RawRequest {
        headers = List.copyOf(headers);
    }

    /** The first header of this name; null where there is none. */
    public @Nullable String header(String name) {
        return headers.stream()
                .filter(field -> field.is(name))
                .map(Field::value)
                .findFirst()
                .orElse(null);
    }

    /** With this header in place of all of its name, or at the end. */
    public RawRequest with(String name, String value) {
        List<Field> changed = new ArrayList<>();
        boolean done = false;
        for (Field field : headers) {
            if (!field.is(name)) {
                changed.add(field);
            } else if (!done) {
                changed.add(new Field(field.name(), value));
                done = true;
            }
        }
        if (!done) {
            changed.add(new Field(name, value));
        }
        return new RawRequest(method, target, changed, body);
    }

    /** With one more line of this name. */
    public RawRequest adding(String name, String value) {
        List<Field> changed = new ArrayList<>(headers);
        changed.add(new Field(name, value));
        return new RawRequest(method, target, changed, body);
    }

    /** Without headers of this name. */
    public RawRequest without(String name) {
        return new RawRequest(
                method,
                target,
                headers.stream().filter(field -> !field.is(name)).toList(),
                body);
    }

    /** With another method. */
    public RawRequest withMethod(String other) {
        return new RawRequest(other, target, headers, body);
    }

    /** With another request-target. */
    public RawRequest withTarget(String other) {
        return new RawRequest(method, other, headers, body);
    }

    /** With another body, and its length in Content-Length. */
    public RawRequest withBody(byte[] other) {
        RawRequest changed = new RawRequest(method, target, headers, other);
        return changed.with("Content-Length", Integer.toString(other.length));
    }

    /** The octets of the head, in HTTP/1.1. */
    public byte[] head() {
        StringBuilder head =
                new StringBuilder(512).append(method).append(' ').append(target).append(" HTTP/1.1\r\n");
        headers.forEach(field ->
                head.append(field.name()).append(": ").append(field.value()).append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** All octets. */
    public byte[] bytes() {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(head());
        all.writeBytes(body);
        return all.toByteArray();
    }
}
