package dev.rctp.gateway.config;

import java.net.URI;
import java.time.Duration;

/**
 * The marketplace API behind the gateway.
 *
 * @param baseUrl scheme and authority, without path: calls keep theirs (PRX-1)
 * @param connectTimeout for a new connection
 * @param responseTimeout from the last byte sent to the whole answer of a governed call (PRX-2)
 * @param maxConnections at once
 * @param authenticate how the marketplace knows that a call came through the gateway (PRX-6)
 */
public record UpstreamConfig(
        URI baseUrl,
        Duration connectTimeout,
        Duration responseTimeout,
        int maxConnections,
        UpstreamAuthentication authenticate) {}
