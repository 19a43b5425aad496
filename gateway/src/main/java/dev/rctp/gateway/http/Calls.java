package dev.rctp.gateway.http;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs governed calls, each on its own virtual thread, not more than so many at once. */
final class Calls {

    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    private final RequestHandler handler;
    private final EdgeReplies replies;
    private final Semaphore permits;
    private final ExecutorService threads;

    Calls(RequestHandler handler, EdgeReplies replies, int maxConcurrent) {
        this.handler = handler;
        this.replies = replies;
        this.permits = new Semaphore(maxConcurrent);
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("call-", 0).factory());
    }

    /** Hands the request over; the answer comes on the call's thread, or on this one if there is no room. */
    void start(InboundRequest request, Consumer<Reply> answer) {
        if (!permits.tryAcquire()) {
            answer.accept(unavailable(request, "too many calls at once"));
            return;
        }
        try {
            threads.execute(() -> run(request, answer));
        } catch (RejectedExecutionException stopping) {
            permits.release();
            answer.accept(unavailable(request, "the gateway is stopping"));
        }
    }

    private void run(InboundRequest request, Consumer<Reply> answer) {
        Reply reply;
        try {
            reply = decide(request);
        } finally {
            permits.release();
        }
        answer.accept(reply);
    }

    @SuppressWarnings("IllegalCatch")
    private Reply decide(InboundRequest request) {
        try {
            return handler.handle(request);
        } catch (InterruptedException stopping) {
            return unavailable(request, "the gateway is stopping");
        } catch (RuntimeException | StackOverflowError undecided) {
            LOG.error("call {} could not be decided", request.requestId(), undecided);
            return unavailable(request, "the call could not be decided");
        }
    }

    private Reply unavailable(InboundRequest request, String sentence) {
        return replies.unavailable(new EdgeCall(request.remote(), request.requestId(), request.message()), sentence);
    }

    /** Takes no more calls, waits for those that run, then interrupts them. */
    void stop(Duration patience) throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            threads.shutdownNow();
        }
    }
}
