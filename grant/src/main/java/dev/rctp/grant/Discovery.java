package dev.rctp.grant;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the authorization server's metadata (RFC 8414 3) when it is first needed, and again at intervals.
 *
 * <p>Metadata that could not be renewed stays in use. So does it where the renewed one names an introspection endpoint of another
 * origin: the client secret and all tokens go there, so such a move takes a restart of the gateway.
 */
final class Discovery {

    private static final Logger LOG = LoggerFactory.getLogger(Discovery.class);

    private final Issuer issuer;
    private final AuthorizationServerTransport transport;
    private final InstantSource clock;
    private final AuthorizationServerLimits limits;
    private final ReentrantLock fetching = new ReentrantLock();
    private volatile Outcome last = new Outcome(null, "not fetched yet", Instant.MAX, Duration.ZERO);

    Discovery(
            Issuer issuer,
            AuthorizationServerTransport transport,
            InstantSource clock,
            AuthorizationServerLimits limits) {
        this.issuer = issuer;
        this.transport = transport;
        this.clock = clock;
        this.limits = limits;
    }

    /** The last fetch: its metadata or what there was before it, what was wrong with it, and how long it counts. */
    private record Outcome(
            @Nullable AuthorizationServerMetadata metadata,
            @Nullable String fault,
            Instant at,
            Duration life) {

        boolean dueAt(Instant now) {
            return now.isBefore(at) || !now.isBefore(at.plus(life));
        }

        AuthorizationServerMetadata orThrow() throws GrantUndecidedException {
            if (metadata == null) {
                throw new GrantUndecidedException("no metadata of the authorization server: " + fault);
            }
            return metadata;
        }
    }

    /**
     * The metadata in force.
     *
     * @throws GrantUndecidedException where none was ever found, or finding it takes too long
     */
    AuthorizationServerMetadata current() throws GrantUndecidedException, InterruptedException {
        Outcome known = last;
        if (!known.dueAt(clock.instant())) {
            return known.orThrow();
        }
        long patience = known.metadata() == null ? limits.metadataWait().toNanos() : 0;
        if (!fetching.tryLock(patience, TimeUnit.NANOSECONDS)) {
            return last.orThrow();
        }
        try {
            return renewed().orThrow();
        } finally {
            fetching.unlock();
        }
    }

    private Outcome renewed() throws InterruptedException {
        Outcome known = last;
        if (!known.dueAt(clock.instant())) {
            return known;
        }
        Outcome next = attempt(known.metadata());
        last = next;
        return next;
    }

    private Outcome attempt(@Nullable AuthorizationServerMetadata known) throws InterruptedException {
        try {
            AuthorizationServerMetadata found = fetch();
            if (known != null && !known.sameOrigin(found)) {
                throw new GrantUndecidedException(
                        "introspection_endpoint moved to another origin; restart to accept it");
            }
            return new Outcome(found, null, clock.instant(), limits.metadataRefresh());
        } catch (GrantUndecidedException e) {
            LOG.warn("metadata of {} not renewed: {}", issuer, e.getMessage());
            return new Outcome(known, e.getMessage(), clock.instant(), limits.metadataRetry());
        }
    }

    private AuthorizationServerMetadata fetch() throws GrantUndecidedException, InterruptedException {
        return AuthorizationServerMetadata.of(issuer, MetadataDocument.of(issuer, transport::get));
    }
}
