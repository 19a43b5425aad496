package dev.rctp.gateway.http.outbound;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One attempt at an exchange, between the thread that waits for it and the event loop that carries it out. */
final class PendingExchange implements LaneSeeker {

    private sealed interface Outcome {
        record Answered(OutboundResponse response) implements Outcome {}

        record Failed(String message, @Nullable Throwable cause) implements Outcome {}
    }

    private final OutboundRequest request;
    private final OutboundTimeouts timeouts;
    private final long end;
    private final Thread waiting = Thread.currentThread();
    private final AtomicBoolean settled = new AtomicBoolean();
    private volatile @Nullable OutboundExchange carried;
    private volatile @Nullable Outcome outcome;
    private volatile boolean onFresh;
    private volatile boolean sent;
    private volatile boolean refused;
    private volatile boolean untouched;
    private volatile boolean answerBegun;

    PendingExchange(OutboundRequest request, OutboundTimeouts timeouts, long end) {
        this.request = request;
        this.timeouts = timeouts;
        this.end = end;
    }

    OutboundRequest request() {
        return request;
    }

    OutboundTimeouts timeouts() {
        return timeouts;
    }

    /** Nanoseconds to the deadline. */
    long left() {
        return end - System.nanoTime();
    }

    @Override
    public void granted(Lane lane) {
        if (settled.compareAndSet(false, true)) {
            onFresh = lane.isFresh();
            OutboundExchange exchange = new OutboundExchange(this, lane);
            carried = exchange;
            exchange.start();
        } else {
            lane.release();
        }
    }

    @Override
    public void refused(String why, @Nullable Throwable cause) {
        if (settled.compareAndSet(false, true)) {
            onFresh = true;
            fail(why, cause);
        }
    }

    /** From here on the server may have seen the request. */
    void sent() {
        sent = true;
    }

    /** The server has surely not begun to process it, after all. */
    void unprocessed() {
        sent = false;
        refused = true;
    }

    /** The connection was gone before anything could be written to it. */
    void untouched() {
        untouched = true;
    }

    /** Whether this was no attempt at all: nothing was even written. */
    boolean isUntouched() {
        return untouched;
    }

    void answerBegun() {
        answerBegun = true;
    }

    /**
     * Whether another connection may be tried after this attempt failed: surely nothing was done, or the request is repeatable; once,
     * and only after a connection that was kept; more often where HTTP/2 says that nothing was done (RFC 9113 8.7).
     *
     * @param attempts how many there were
     */
    boolean mayBeRepeated(int attempts) {
        boolean harmless = !sent || (request.repeatable() && !answerBegun);
        boolean again =
                untouched || (attempts == 1 && !onFresh) || (refused && attempts < OutboundClient.MOST_ATTEMPTS);
        return left() > 0 && harmless && again;
    }

    void answer(OutboundResponse response) {
        finish(new Outcome.Answered(response));
    }

    void fail(String message, @Nullable Throwable cause) {
        finish(new Outcome.Failed(message, cause));
    }

    private void finish(Outcome reached) {
        outcome = reached;
        LockSupport.unpark(waiting);
    }

    /** Waits for the outcome; once there is a lane, the deadline is the exchange's on it to keep. */
    OutboundResponse await() throws IOException, InterruptedException {
        Outcome reached = outcome;
        while (reached == null) {
            LockSupport.parkNanos(this, Math.max(1, carried == null ? left() : Long.MAX_VALUE));
            if (Thread.interrupted()) {
                giveUp();
                throw new InterruptedException();
            }
            if (left() <= 0 && settled.compareAndSet(false, true)) {
                throw new NotSentException("no connection came free in time", null);
            }
            reached = outcome;
        }
        return switch (reached) {
            case Outcome.Answered(OutboundResponse response) -> response;
            case Outcome.Failed failed when !sent -> throw new NotSentException(failed.message(), failed.cause());
            case Outcome.Failed failed -> throw new IOException(failed.message(), failed.cause());
        };
    }

    private void giveUp() {
        boolean begun = !settled.compareAndSet(false, true);
        OutboundExchange exchange = carried;
        if (begun && exchange != null) {
            exchange.cancel();
        }
    }
}
