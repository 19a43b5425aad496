package dev.rctp.gateway.config;

import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import java.net.URI;
import java.time.Duration;

/**
 * The marketplace API behind the gateway.
 *
 * @param baseUrl scheme and authority, without path: calls keep theirs (PRX-1)
 * @param responseTimeout for a whole governed call there, repeats included (PRX-2)
 * @param timeouts of its phases
 * @param maxConnections at once, for governed calls; as many again for ungoverned traffic
 * @param maxWaiting how many may wait for one, of each kind
 * @param http2 whether HTTP/2 is spoken where the marketplace offers it over TLS
 * @param tls whom to trust, and what to show
 * @param authenticate how the marketplace knows that a call came through the gateway (PRX-6)
 */
public record UpstreamConfig(
        URI baseUrl,
        Duration responseTimeout,
        OutboundTimeouts timeouts,
        int maxConnections,
        int maxWaiting,
        boolean http2,
        UpstreamTls tls,
        UpstreamAuthentication authenticate) {}
