package dev.rctp.conformance.server;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * A request as it came (RFC 9112 section 3).
 *
 * @param method the method
 * @param target the request target as it stands in the request line
 * @param headers the fields in their order, names and values as received
 * @param body the content, without its chunking
 * @param at when its last octet was read
 * @param head the octets of request line and fields, with the empty line
 */
public record Received(
        String method, String target, List<Map.Entry<String, String>> headers, byte[] body, Instant at, byte[] head) {

    /** Keeps its own list of the fields. */
    public Received {
        headers = List.copyOf(headers);
    }

    /** The first value of the field, or null (RFC 9110 section 5). */
    public @Nullable String header(String name) {
        return headers.stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(null);
    }

    /** All values of the field in their order (RFC 9110 section 5.2). */
    public List<String> headers(String name) {
        return headers.stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(Map.Entry::getValue)
                .toList();
    }

    /** The target's path as sent, without its query (RFC 3986 section 3.3). */
    public String path() {
        String origin = originForm();
        int mark = origin.indexOf('?');
        return mark < 0 ? origin : origin.substring(0, mark);
    }

    /** What stands after the question mark as sent, or null (RFC 3986 section 3.4). */
    public @Nullable String query() {
        int mark = target.indexOf('?');
        return mark < 0 ? null : target.substring(mark + 1);
    }

    /** The decoded query parameter, or null. */
    public @Nullable String parameter(String name) {
        return valueOf(query(), name);
    }

    /** The decoded member of a form body, or null. */
    public @Nullable String form(String name) {
        return valueOf(new String(body, StandardCharsets.UTF_8), name);
    }

    /** The body as JSON (RFC 8259); a missing node for no body, or for one that is none. */
    public JsonNode json() {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }

    /** Head and body as one, for transcripts. */
    public String text() {
        return new String(head, StandardCharsets.ISO_8859_1) + new String(body, StandardCharsets.UTF_8);
    }

    private String originForm() {
        int scheme = target.indexOf("://");
        if (scheme < 0 || target.startsWith("/")) {
            return target;
        }
        int slash = target.indexOf('/', scheme + 3);
        return slash < 0 ? "/" : target.substring(slash);
    }

    private static @Nullable String valueOf(@Nullable String pairs, String name) {
        if (pairs == null) {
            return null;
        }
        for (String pair : pairs.split("&", -1)) {
            int mark = pair.indexOf('=');
            String key = mark < 0 ? pair : pair.substring(0, mark);
            if (URLDecoder.decode(key, StandardCharsets.UTF_8).equals(name)) {
                return mark < 0 ? "" : URLDecoder.decode(pair.substring(mark + 1), StandardCharsets.UTF_8);
            }
        }
        return null;
    }
}
