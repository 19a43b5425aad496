package dev.rctp.gateway.http.outbound;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One exchange between the thread that waits for it and the event loop that carries it out. */
final class PendingExchange {

    private sealed interface Outcome {
        record Answered(OutboundResponse response) implements Outcome {}

        record Failed(String message, @Nullable Throwable cause) implements Outcome {}
    }

    private final OutboundRequest request;
    private final long end;
    private final Thread waiting = Thread.currentThread();
    private volatile @Nullable Outcome outcome;
    private volatile boolean sent;
    private volatile boolean answerBegun;

    PendingExchange(OutboundRequest request, long end) {
        this.request = request;
        this.end = end;
    }

    OutboundRequest request() {
        return request;
    }

    /** Nanoseconds to the deadline. */
    long left() {
        return end - System.nanoTime();
    }

    /** From here on the server may have seen the request. */
    void sent() {
        sent = true;
    }

    void answerBegun() {
        answerBegun = true;
    }

    /** Whether another connection may be tried after this one failed. */
    boolean mayBeRepeated() {
        return !sent || (request.repeatable() && !answerBegun);
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

    /** Waits for the outcome; the deadline is the connection's to keep. */
    OutboundResponse await(OutboundConnection connection) throws IOException, InterruptedException {
        Outcome reached = outcome;
        while (reached == null) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                connection.close();
                throw new InterruptedException();
            }
            reached = outcome;
        }
        return switch (reached) {
            case Outcome.Answered(OutboundResponse response) -> response;
            case Outcome.Failed failed when !sent -> throw new NotSentException(failed.message(), failed.cause());
            case Outcome.Failed failed -> throw new IOException(failed.message(), failed.cause());
        };
    }
}
