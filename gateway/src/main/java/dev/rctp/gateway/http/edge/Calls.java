package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.limits.Room;
import dev.rctp.msgsig.HttpFields;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs calls that the gateway answers itself, each on its own virtual thread, not more of a kind at once than there is room for. */
final class Calls {

    private static final Logger LOG = LoggerFactory.getLogger(Calls.class);

    /** For a call that fails so badly that not even its refusal can be made (DEC-5). */
    private static final Reply BARE = new Reply(503, HttpFields.of("retry-after", "1"), new byte[0]);

    private final RequestHandler handler;
    private final EdgeReplies replies;
    private final ExecutorService threads;

    Calls(RequestHandler handler, EdgeReplies replies) {
        this.handler = handler;
        this.replies = replies;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name("call-", 0).factory());
    }

    /** Hands the request over; the answer comes on the call's thread, or on this one if there is no room. */
    void start(InboundRequest request, Room room, Consumer<Reply> answer) {
        if (!room.take()) {
            answer.accept(unavailable(request, "too many calls at once"));
            return;
        }
        try {
            threads.execute(() -> run(request, room, answer));
        } catch (RejectedExecutionException stopping) {
            room.giveBack();
            answer.accept(unavailable(request, "the gateway is stopping"));
        } catch (Error starved) {
            room.giveBack();
            answer.accept(undecided(request, starved));
        }
    }

    /** Whatever is thrown, the place comes back and an answer is given; an {@link Error} is this thread's end all the same. */
    @SuppressWarnings("IllegalCatch")
    private void run(InboundRequest request, Room room, Consumer<Reply> answer) {
        Reply reply = BARE;
        try {
            reply = handler.handle(request);
        } catch (InterruptedException stopping) {
            reply = unavailable(request, "the gateway is stopping");
        } catch (Throwable undecided) {
            reply = undecided(request, undecided);
            if (undecided instanceof Error error) {
                throw error;
            }
        } finally {
            room.giveBack();
            answer.accept(reply);
        }
    }

    private Reply undecided(InboundRequest request, Throwable cause) {
        LOG.error("call {} could not be decided", request.requestId(), cause);
        return unavailable(request, "the call could not be decided");
    }

    private Reply unavailable(InboundRequest request, String sentence) {
        return replies.unavailable(
                new EdgeCall(
                        request.remote(),
                        request.requestId(),
                        request.headReceivedAt(),
                        request.message(),
                        Classification.GOVERNED,
                        request.protocol()),
                sentence);
    }

    /** Takes no more calls, waits for those that run, then interrupts them. */
    void stop(Duration patience) throws InterruptedException {
        threads.shutdown();
        if (!threads.awaitTermination(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            threads.shutdownNow();
        }
    }
}
