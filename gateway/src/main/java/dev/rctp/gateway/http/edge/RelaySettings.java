package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.outbound.Origin;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How ungoverned requests reach the marketplace.
 *
 * @param upstream the marketplace API
 * @param forwardAuthorization whether {@code Authorization} goes along (PRX-4)
 * @param connectTimeout for one TCP connection
 * @param answerTimeout from the request's head to an open connection, and from its last byte to the answer's head
 * @param streamIdleTimeout the longest pause in an answer, an upload the marketplace does not read, or a tunnel
 * @param maxIdlePerLoop how many unused connections each event loop keeps
 * @param tls what is trusted, and our own certificate for mTLS; null for the platform's default
 */
public record RelaySettings(
        Origin upstream,
        boolean forwardAuthorization,
        Duration connectTimeout,
        Duration answerTimeout,
        Duration streamIdleTimeout,
        int maxIdlePerLoop,
        @Nullable SSLContext tls) {

    /** Settings with default limits that drop {@code Authorization}. */
    public static RelaySettings defaults(Origin upstream) {
        return new RelaySettings(
                upstream, false, Duration.ofSeconds(2), Duration.ofSeconds(30), Duration.ofMinutes(10), 64, null);
    }
}
