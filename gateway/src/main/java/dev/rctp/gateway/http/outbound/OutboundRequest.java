package dev.rctp.gateway.http.outbound;

import dev.rctp.msgsig.HttpFields;
import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * A whole request to another server.
 *
 * @param origin where it goes; gives the {@code Host} field
 * @param method the method
 * @param target the raw path and query, sent as they are
 * @param fields all fields but host, content-length and connection, which the client sets
 * @param body the body; empty for none
 * @param deadline for the whole exchange, from asking for a connection to the answer's last byte
 * @param maxResponseBytes the largest response body that is taken
 * @param repeatable whether sending it twice does no more than sending it once
 */
public record OutboundRequest(
        Origin origin,
        String method,
        String target,
        HttpFields fields,
        byte[] body,
        Duration deadline,
        int maxResponseBytes,
        boolean repeatable) {

    private static final Set<String> IDEMPOTENT = Set.of("GET", "HEAD", "OPTIONS", "PUT", "DELETE");

    /** Whether a method is idempotent (RFC 9110 9.2.2). */
    public static boolean isIdempotent(String method) {
        return IDEMPOTENT.contains(method);
    }

    /** A GET of a URI. */
    public static OutboundRequest get(URI uri, HttpFields fields, Duration deadline, int maxResponseBytes) {
        return new OutboundRequest(
                Origin.of(uri), "GET", target(uri), fields, new byte[0], deadline, maxResponseBytes, true);
    }

    /** A POST to a URI, repeatable or not. */
    public static OutboundRequest post(
            URI uri, HttpFields fields, byte[] body, Duration deadline, int maxResponseBytes, boolean repeatable) {
        return new OutboundRequest(
                Origin.of(uri), "POST", target(uri), fields, body, deadline, maxResponseBytes, repeatable);
    }

    /** Where it goes; nothing of its fields, its query or its body, which may be secret. */
    @Override
    public String toString() {
        return method + " " + origin.authority() + target.split("\\?", 2)[0];
    }

    private static String target(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }
}
