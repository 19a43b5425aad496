package dev.rctp.gateway.http.outbound;

import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How an {@link OutboundClient} connects.
 *
 * @param connectTimeout for one TCP connection; the exchange's deadline holds as well
 * @param idleTimeout how long an unused connection is kept
 * @param maxConnectionsPerOrigin exchanges beyond it wait, within their deadline, for not more than {@code maxWait}
 * @param maxWait how long an exchange waits for its turn
 * @param tls what is trusted, and our own certificate for mTLS; null for the platform's default
 * @param addresses which resolved addresses may be connected to; a name of which one address fails is refused whole (OPR-2)
 */
public record OutboundSettings(
        Duration connectTimeout,
        Duration idleTimeout,
        int maxConnectionsPerOrigin,
        Duration maxWait,
        @Nullable SSLContext tls,
        Predicate<InetAddress> addresses) {

    /** Settings for servers that configuration names: any address, 64 connections, 2 s to connect, 1 s to wait. */
    public static OutboundSettings defaults() {
        return new OutboundSettings(
                Duration.ofSeconds(2), Duration.ofSeconds(30), 64, Duration.ofSeconds(1), null, any -> true);
    }
}
