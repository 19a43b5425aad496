package dev.rctp.msgsig;

import org.jspecify.annotations.Nullable;

/**
 * What a signature can see of a request (RFC 9421 2), all of it as raw as it was received.
 *
 * @param method the method as sent
 * @param scheme {@code https} or {@code http}: what the client used
 * @param authority the host, lower-case, with its port unless that is the scheme's default (RFC 9421 2.2.3)
 * @param path the raw absolute path, never empty
 * @param query the raw query without its question mark; null where the target has none
 * @param fields the header fields
 * @param trailers the trailer fields (RFC 9110 6.5); none where they were not kept
 */
public record RequestMessage(
        String method,
        String scheme,
        String authority,
        String path,
        @Nullable String query,
        HttpFields fields,
        HttpFields trailers)
        implements HttpMessage {

    /** A request without trailers. */
    public RequestMessage(
            String method, String scheme, String authority, String path, @Nullable String query, HttpFields fields) {
        this(method, scheme, authority, path, query, fields, HttpFields.none());
    }

    /** The same request with these header fields. */
    public RequestMessage withFields(HttpFields other) {
        return new RequestMessage(method, scheme, authority, path, query, other, trailers);
    }

    /** The same request with these trailers. */
    public RequestMessage withTrailers(HttpFields other) {
        return new RequestMessage(method, scheme, authority, path, query, fields, other);
    }
}
