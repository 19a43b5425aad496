package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Transport;
import io.netty.channel.ChannelFuture;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Exchanges whole requests and responses over pooled HTTP/1.1 connections; blocks, so it is for virtual threads (PRX-5). */
public final class OutboundClient implements AutoCloseable {

    private final OutboundSettings settings;
    private final Dialer dialer;
    private final NameResolver names;
    private final Map<Origin, OriginPool> pools = new ConcurrentHashMap<>();

    /** A client that connects when first used; it does not own the transport. */
    public OutboundClient(Transport transport, OutboundSettings settings, NameLookup lookup) {
        this.settings = settings;
        this.dialer = new Dialer(transport, settings.tls(), settings.connectTimeout());
        this.names = new NameResolver(lookup);
    }

    /**
     * The answer to a request. A kept connection that fails before any byte of the answer is replaced once, where surely nothing was
     * sent or the request is repeatable.
     *
     * @throws NotSentException where surely no byte of the request reached the server
     * @throws IOException where the request may have been sent and no whole answer came
     */
    public OutboundResponse exchange(OutboundRequest request) throws IOException, InterruptedException {
        long end = System.nanoTime() + request.deadline().toNanos();
        OriginPool pool =
                pools.computeIfAbsent(request.origin(), any -> new OriginPool(settings.maxConnectionsPerOrigin()));
        pool.enter(Math.min(left(end), settings.maxWait().toNanos()));
        try {
            OutboundConnection kept = pool.take();
            if (kept != null) {
                PendingExchange first = new PendingExchange(request, end);
                try {
                    return exchange(pool, kept, first);
                } catch (IOException failed) {
                    if (!first.mayBeRepeated() || left(end) <= 0) {
                        throw failed;
                    }
                }
            }
            return exchange(pool, connect(request.origin(), end), new PendingExchange(request, end));
        } finally {
            pool.leave();
        }
    }

    private static OutboundResponse exchange(OriginPool pool, OutboundConnection connection, PendingExchange pending)
            throws IOException, InterruptedException {
        connection.start(pending);
        OutboundResponse response = pending.await(connection);
        pool.keep(connection);
        return response;
    }

    private OutboundConnection connect(Origin origin, long end) throws NotSentException, InterruptedException {
        List<InetAddress> addresses = names.resolve(origin.host(), left(end));
        if (!addresses.stream().allMatch(settings.addresses())) {
            throw new NotSentException("the host has an address that may not be connected to", null);
        }
        NotSentException failure = new NotSentException("no time left to connect", null);
        for (InetAddress address : addresses) {
            if (left(end) <= 0) {
                break;
            }
            OutboundConnection connection = new OutboundConnection(origin.tls(), settings.idleTimeout());
            ChannelFuture connecting =
                    dialer.dial(origin, address, dialer.anyLoop(), true, connection.decoder(), connection);
            if (connected(connecting, left(end))) {
                return connection;
            }
            failure = new NotSentException("cannot connect", connecting.cause());
        }
        throw failure;
    }

    private static boolean connected(ChannelFuture connecting, long nanos) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        connecting.addListener(any -> done.countDown());
        boolean inTime = false;
        try {
            inTime = done.await(nanos, TimeUnit.NANOSECONDS);
        } finally {
            if (!inTime) {
                var _ = connecting.channel().close();
            }
        }
        return inTime && connecting.isSuccess();
    }

    private static long left(long end) {
        return end - System.nanoTime();
    }

    /** Closes the kept connections; exchanges in flight fail. */
    @Override
    public void close() {
        names.close();
        pools.values().forEach(OriginPool::close);
    }
}
