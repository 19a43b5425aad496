package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import dev.rctp.msgsig.profile.AddressPolicy;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges with hosts that operators name, over HTTPS with addresses that the policy permits (OPR-2, WHK-1); over plain HTTP with loopback
 * addresses only, and only where that is allowed.
 */
public final class GuardedClient implements AutoCloseable {

    private final OutboundClient https;
    private final OutboundClient loopback;
    private final boolean allowLoopback;

    /**
     * A client with connections of its own.
     *
     * @param connections how many at most to one host
     * @param allowLoopback whether loopback addresses, and plain HTTP to them, are fine (sandbox, tests)
     * @param deadline of each phase of an exchange
     * @param tls what is trusted; null for the platform's default
     */
    public GuardedClient(
            Transport transport,
            NameLookup lookup,
            int connections,
            boolean allowLoopback,
            Duration deadline,
            @Nullable SSLContext tls) {
        AddressPolicy policy = new AddressPolicy(allowLoopback);
        this.https = new OutboundClient(transport, settings(policy::permits, connections, deadline, tls), lookup);
        this.loopback = new OutboundClient(
                transport, settings(InetAddress::isLoopbackAddress, connections, deadline, null), lookup);
        this.allowLoopback = allowLoopback;
    }

    private static OutboundSettings settings(
            Predicate<InetAddress> addresses, int connections, Duration deadline, @Nullable SSLContext tls) {
        OutboundTimeouts timeouts = new OutboundTimeouts(
                deadline, deadline, deadline, deadline, deadline, deadline, deadline, Duration.ofSeconds(5));
        return OutboundSettings.of(timeouts, connections)
                .over(tls == null ? null : () -> tls, false)
                .only(addresses);
    }

    /** One exchange; throws {@link NotSentException} for what may not be connected to. */
    OutboundResponse exchange(OutboundRequest request) throws IOException, InterruptedException {
        if (!request.origin().tls() && !allowLoopback) {
            throw new NotSentException("hosts that operators name are spoken to over https only", null);
        }
        return (request.origin().tls() ? https : loopback).exchange(request);
    }

    @Override
    public void close() {
        https.close();
        loopback.close();
    }
}
