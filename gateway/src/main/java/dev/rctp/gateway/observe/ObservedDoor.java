package dev.rctp.gateway.observe;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.observe.trace.CallTrace;
import dev.rctp.gateway.observe.trace.Phase;
import dev.rctp.gateway.observe.trace.Tracing;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A door whose calls are measured as wholes and belong to a trace; public documents pass unseen, for they are no calls. */
public final class ObservedDoor implements RequestHandler {

    private static final String DOCUMENTS = "/.well-known/";

    private final RequestHandler door;
    private final Phases phases;
    private final Tracing tracing;
    private final AtomicInteger inFlight = new AtomicInteger();

    /** Measures this door. */
    public ObservedDoor(RequestHandler door, Phases phases, Tracing tracing) {
        this.door = door;
        this.phases = phases;
        this.tracing = tracing;
    }

    /** How many calls it works on now. */
    public int inFlight() {
        return inFlight.get();
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        return request.message().path().startsWith(DOCUMENTS) ? door.handle(request) : call(request);
    }

    private Reply call(InboundRequest request) throws InterruptedException {
        long began = System.nanoTime();
        CallTrace trace = tracing.begin(request.message());
        Reply reply = null;
        inFlight.incrementAndGet();
        try {
            reply = tracing.within(trace, () -> door.handle(request));
            return reply;
        } finally {
            inFlight.decrementAndGet();
            phases.timer(Phase.WHOLE).record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
            end(trace, reply);
        }
    }

    private static void end(CallTrace trace, @Nullable Reply reply) {
        if (reply == null) {
            trace.end(0, "");
        } else {
            trace.end(reply.status(), reply.fields().combined("rctp-decision").orElse(""));
        }
    }
}
