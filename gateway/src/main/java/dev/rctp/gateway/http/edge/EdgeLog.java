package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.RequestHandler;

/** Hears of each request that the edge answers without the {@link RequestHandler} (RSP-2); called on event loops. */
public interface EdgeLog {

    /** The edge refused it; {@code cause} is empty where the reason says it all. */
    void refused(EdgeCall call, int status, String reason, String cause);

    /**
     * It was passed on to the marketplace.
     *
     * @param status the answer's; 0 where the client went away before one
     * @param whole whether the answer came to its end
     */
    void relayed(EdgeCall call, int status, boolean whole);
}
