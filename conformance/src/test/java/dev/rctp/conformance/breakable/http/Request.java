package dev.rctp.conformance.breakable.http;

import java.util.Locale;
import java.util.Optional;

/**
 * A request as it was read.
 *
 * @param method as sent
 * @param target path and query as sent
 * @param headers its lines
 * @param body its octets, without transfer coding
 * @param peer the address it came from
 */
public record Request(String method, String target, Headers headers, byte[] body, String peer) {

    /** The target up to its query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    /** What follows the first question mark; empty without one. */
    public Optional<String> query() {
        int query = target.indexOf('?');
        return query < 0 ? Optional.empty() : Optional.of(target.substring(query + 1));
    }

    /** The Host header in lower case. */
    public String host() {
        return headers.first("Host").orElse("").toLowerCase(Locale.ROOT);
    }

    /** Whether the client prefers JSON to a page (APR-8). */
    public boolean wantsJson() {
        return headers.joined("Accept").orElse("").contains("application/json");
    }
}
