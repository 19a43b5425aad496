package dev.rctp.gateway.http.edge;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the listening side needs to know.
 *
 * @param bind the address to listen on; port 0 takes a free one
 * @param scheme {@code https} or {@code http}: what clients use, which behind a TLS terminator is not what arrives here
 * @param hosts the authorities that requests may name
 * @param maxRequestLineBytes the longest request line
 * @param maxHeadBytes the largest head, request line included
 * @param maxGovernedBodyBytes the largest body of a governed call
 * @param headTimeout for a TLS handshake; from a head's first byte to its last
 * @param bodyTimeout for the whole body of a governed call; between two pieces of a streamed one
 * @param idleTimeout between two requests, and for an answer the client does not read
 * @param maxConnections connections, and HTTP/2 streams over all of them: those beyond it are told so and closed; connections beyond it by an eighth are just closed
 * @param maxConcurrentCalls governed calls beyond it are answered without being handled; so are those whose bodies would take more than as many of the largest;
 *     sellers' pages have a quarter of both for themselves
 * @param tls what connections begin with; null for cleartext, which is HTTP/1.1 only
 */
public record EdgeSettings(
        InetSocketAddress bind,
        String scheme,
        HostRule hosts,
        int maxRequestLineBytes,
        int maxHeadBytes,
        int maxGovernedBodyBytes,
        Duration headTimeout,
        Duration bodyTimeout,
        Duration idleTimeout,
        int maxConnections,
        int maxConcurrentCalls,
        @Nullable ServerTls tls) {

    private static final int HOSTED_BODY_BYTES = 64 << 10;

    /** Checks the scheme. */
    public EdgeSettings {
        if (!scheme.equals("https") && !scheme.equals("http")) {
            throw new IllegalArgumentException("scheme must be https or http");
        }
    }

    /** Settings with the default limits: 8 KiB request line, 32 KiB head, 1 MiB governed body. */
    public static EdgeSettings defaults(InetSocketAddress bind, String scheme, HostRule hosts) {
        return new EdgeSettings(
                bind,
                scheme,
                hosts,
                8 << 10,
                32 << 10,
                1 << 20,
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                Duration.ofSeconds(60),
                10_000,
                1_000,
                null);
    }

    /** Bytes that the bodies of all governed calls may take: those of as many as may be handled at once. */
    long maxBodyBytesAtOnce() {
        return (long) maxConcurrentCalls * maxGovernedBodyBytes;
    }

    /** Calls of sellers' pages that are handled at once, beside the governed ones. */
    int maxHostedCalls() {
        return Math.max(1, maxConcurrentCalls / 4);
    }

    /** Bytes that the bodies of all those may take. */
    long maxHostedBytesAtOnce() {
        return (long) maxHostedCalls() * maxGovernedBodyBytes;
    }

    /** The largest body that a page sends: a form, or a passkey's answer. */
    int maxHostedBodyBytes() {
        return Math.min(maxGovernedBodyBytes, HOSTED_BODY_BYTES);
    }

    /** The same settings with this TLS in front. */
    public EdgeSettings withTls(@Nullable ServerTls own) {
        return new EdgeSettings(
                bind,
                scheme,
                hosts,
                maxRequestLineBytes,
                maxHeadBytes,
                maxGovernedBodyBytes,
                headTimeout,
                bodyTimeout,
                idleTimeout,
                maxConnections,
                maxConcurrentCalls,
                own);
    }
}
