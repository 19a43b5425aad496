package dev.rctp.conformance.breakable.upstream;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The way to the marketplace for governed calls (PRX-1, PRX-2). */
public interface Upstream {

    /** How long a caller waits for {@link #forward} before it gets 503. */
    Duration patience();

    /** Sends the call until there is a sure answer, with growing pauses, for 24 h by the gateway's clock at most. */
    CompletableFuture<Delivery> forward(Forward call);
}
