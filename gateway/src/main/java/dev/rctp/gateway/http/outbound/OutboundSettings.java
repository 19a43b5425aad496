package dev.rctp.gateway.http.outbound;

import java.net.InetAddress;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How other servers are connected to.
 *
 * @param timeouts of each phase
 * @param maxConnections at once to one origin; exchanges beyond it wait
 * @param maxWaiting how many may wait; those beyond it fail at once
 * @param tls what is trusted, and our own certificate for mTLS, asked for each connection; null for the platform's default
 * @param http2 whether HTTP/2 is spoken with a server that offers it over TLS
 * @param addresses which resolved addresses may be connected to; a name of which one address fails is refused whole (OPR-2)
 */
public record OutboundSettings(
        OutboundTimeouts timeouts,
        int maxConnections,
        int maxWaiting,
        @Nullable Supplier<SSLContext> tls,
        boolean http2,
        Predicate<InetAddress> addresses) {

    private static final int USUAL_WAITING = 1024;

    /** Settings for servers that configuration names: HTTP/1.1, any address, 64 connections. */
    public static OutboundSettings defaults() {
        return of(OutboundTimeouts.defaults(), 64);
    }

    /** Settings for servers that configuration names: HTTP/1.1, any address, the platform's trust. */
    public static OutboundSettings of(OutboundTimeouts timeouts, int maxConnections) {
        return new OutboundSettings(timeouts, maxConnections, USUAL_WAITING, null, false, any -> true);
    }

    /** The same over this TLS, with HTTP/2 or without. */
    public OutboundSettings over(@Nullable Supplier<SSLContext> with, boolean speakHttp2) {
        return new OutboundSettings(timeouts, maxConnections, maxWaiting, with, speakHttp2, addresses);
    }

    /** The same with only those addresses. */
    public OutboundSettings only(Predicate<InetAddress> permitted) {
        return new OutboundSettings(timeouts, maxConnections, maxWaiting, tls, http2, permitted);
    }
}
