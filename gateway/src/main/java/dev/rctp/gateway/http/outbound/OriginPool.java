package dev.rctp.gateway.http.outbound;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The kept connections of one origin, the latest used first, and the room for exchanges with it. */
final class OriginPool {

    private final Semaphore room;
    private final Deque<OutboundConnection> kept = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    OriginPool(int maxConnections) {
        this.room = new Semaphore(maxConnections);
    }

    /** Waits for room; {@link #leave} must follow. */
    void enter(long nanos) throws NotSentException, InterruptedException {
        if (!room.tryAcquire() && !room.tryAcquire(nanos, TimeUnit.NANOSECONDS)) {
            throw new NotSentException("no connection came free in time", null);
        }
    }

    void leave() {
        room.release();
    }

    /** A kept connection that looks alive, or null. */
    @Nullable
    OutboundConnection take() {
        OutboundConnection connection;
        do {
            connection = kept.pollFirst();
        } while (connection != null && !connection.isReusable());
        return connection;
    }

    void keep(OutboundConnection connection) {
        if (closed) {
            connection.close();
        } else if (connection.isReusable()) {
            kept.addFirst(connection);
        }
    }

    void close() {
        closed = true;
        kept.forEach(OutboundConnection::close);
    }
}
