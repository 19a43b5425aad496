package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.profile.AddressPolicy;
import dev.rctp.msgsig.profile.FetchedProfile;
import dev.rctp.msgsig.profile.ProfileSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.function.Predicate;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Fetches profiles over HTTPS from addresses that the policy permits (OPR-2); over plain HTTP from loopback addresses only, and only
 * where that is allowed.
 */
public final class GuardedProfileSource implements ProfileSource, AutoCloseable {

    private static final int MAX_BYTES = 128 << 10;
    private static final HttpFields ASKING = HttpFields.of("accept", "application/json", "cache-control", "no-cache");

    private final OutboundClient https;
    private final OutboundClient loopback;
    private final boolean allowLoopback;
    private final Duration deadline;

    /**
     * A source with connections of its own.
     *
     * @param allowLoopback whether loopback addresses, and plain HTTP to them, are fine (sandbox, tests)
     * @param deadline from resolving the name to the last byte
     * @param tls what is trusted; null for the platform's default
     */
    public GuardedProfileSource(
            Transport transport,
            NameLookup lookup,
            boolean allowLoopback,
            Duration deadline,
            @Nullable SSLContext tls) {
        AddressPolicy policy = new AddressPolicy(allowLoopback);
        this.https = new OutboundClient(transport, settings(policy::permits, deadline, tls), lookup);
        this.loopback = new OutboundClient(transport, settings(InetAddress::isLoopbackAddress, deadline, null), lookup);
        this.allowLoopback = allowLoopback;
        this.deadline = deadline;
    }

    private static OutboundSettings settings(
            Predicate<InetAddress> addresses, Duration deadline, @Nullable SSLContext tls) {
        OutboundTimeouts timeouts = new OutboundTimeouts(
                deadline, deadline, deadline, deadline, deadline, deadline, deadline, Duration.ofSeconds(5));
        return OutboundSettings.of(timeouts, 4)
                .over(tls == null ? null : () -> tls, false)
                .only(addresses);
    }

    @Override
    public FetchedProfile fetch(URI profile) throws IOException, InterruptedException {
        OutboundRequest request;
        try {
            request = OutboundRequest.get(profile, ASKING, deadline, MAX_BYTES);
        } catch (IllegalArgumentException malformed) {
            throw new NotSentException("not an http or https URL", malformed);
        }
        if (!request.origin().tls() && !allowLoopback) {
            throw new NotSentException("profiles are fetched over https only", null);
        }
        OutboundResponse response = (request.origin().tls() ? https : loopback).exchange(request);
        return new FetchedProfile(
                response.status(), response.fields().combined("cache-control").orElse(null), response.body());
    }

    @Override
    public void close() {
        https.close();
        loopback.close();
    }
}
