package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.profile.FetchedProfile;
import dev.rctp.msgsig.profile.ProfileSource;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Fetches profiles from where a {@link GuardedClient} may connect to (OPR-2). */
public final class GuardedProfileSource implements ProfileSource, AutoCloseable {

    private static final int CONNECTIONS = 4;
    private static final int MAX_BYTES = 128 << 10;
    private static final HttpFields ASKING = HttpFields.of("accept", "application/json", "cache-control", "no-cache");

    private final GuardedClient client;
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
        this.client = new GuardedClient(transport, lookup, CONNECTIONS, allowLoopback, deadline, tls);
        this.deadline = deadline;
    }

    @Override
    public FetchedProfile fetch(URI profile) throws IOException, InterruptedException {
        OutboundRequest request;
        try {
            request = OutboundRequest.get(profile, ASKING, deadline, MAX_BYTES);
        } catch (IllegalArgumentException malformed) {
            throw new NotSentException("not an http or https URL", malformed);
        }
        OutboundResponse response = client.exchange(request);
        return new FetchedProfile(
                response.status(), response.fields().combined("cache-control").orElse(null), response.body());
    }

    @Override
    public void close() {
        client.close();
    }
}
