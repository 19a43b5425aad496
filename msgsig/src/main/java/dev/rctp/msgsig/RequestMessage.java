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
 * @param fields the field lines
 */
public record RequestMessage(
        String method,
        String scheme,
        String authority,
        String path,
        @Nullable String query,
        HttpFields fields) {}
