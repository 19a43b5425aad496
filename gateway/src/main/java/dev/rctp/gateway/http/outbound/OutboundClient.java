package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Exchanges whole requests and responses over pooled connections; blocks, so it is for virtual threads (PRX-5). */
public final class OutboundClient implements AutoCloseable {

    /** How often a request is sent at most where the server says each time that it has not processed it (RFC 9113 8.7). */
    public static final int MOST_ATTEMPTS = 4;

    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);

    private final OutboundSettings settings;
    private final Dialer dialer;
    private final NameResolver names;
    private final Map<Origin, OriginPool> pools = new ConcurrentHashMap<>();

    /** A client that connects when first used; it does not own the transport. */
    public OutboundClient(Transport transport, OutboundSettings settings, NameLookup lookup) {
        this.settings = settings;
        this.dialer = new Dialer(transport, settings);
        this.names = new NameResolver(lookup);
    }

    /**
     * The answer to a request. A kept connection that fails before any byte of the answer is replaced once, where surely nothing was
     * sent or the request is repeatable; a request that the server says it has not processed is sent again a few times (RFC 9113 8.7).
     *
     * @throws NotSentException where surely no byte of the request was processed by the server
     * @throws IOException where the request may have been sent and no whole answer came
     */
    public OutboundResponse exchange(OutboundRequest request) throws IOException, InterruptedException {
        long end = System.nanoTime() + request.deadline().toNanos();
        OriginPool pool = pools.computeIfAbsent(
                request.origin(), origin -> new OriginPool(origin, dialer, names, settings, true));
        int attempt = 1;
        while (true) {
            PendingExchange pending = new PendingExchange(request, settings.timeouts(), end);
            pool.seek(null, false, pending);
            try {
                return pending.await();
            } catch (IOException failed) {
                if (!pending.mayBeRepeated(attempt)) {
                    throw failed;
                }
                if (!pending.isUntouched()) {
                    pool.distrust(null);
                    TimeUnit.NANOSECONDS.sleep(Math.min(pause(attempt++), pending.left()));
                }
            }
        }
    }

    /** How long to wait after so many attempts that the server did not process, in nanoseconds: not after the first, then 50 ms and 100 ms. */
    public static long pause(int attempts) {
        return attempts < 2 ? 0 : FIRST_PAUSE << (attempts - 2);
    }

    /** Uses no connection again that is open now; exchanges in flight go on. */
    public void renew() {
        pools.values().forEach(OriginPool::renew);
    }

    /** Connections that exchanges use. */
    public int inUse() {
        return pools.values().stream().mapToInt(OriginPool::inUse).sum();
    }

    /** Open connections that none uses. */
    public int idle() {
        return pools.values().stream().mapToInt(OriginPool::idle).sum();
    }

    /** Exchanges that wait for a connection. */
    public int waiting() {
        return pools.values().stream().mapToInt(OriginPool::waiting).sum();
    }

    /** Closes all connections; exchanges in flight fail. */
    @Override
    public void close() {
        names.close();
        pools.values().forEach(OriginPool::close);
    }
}
