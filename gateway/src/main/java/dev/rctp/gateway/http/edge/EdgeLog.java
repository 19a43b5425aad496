package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;

/** Hears of each request that the edge answers without the {@link RequestHandler} (RSP-2); called on event loops. */
public interface EdgeLog {

    /** The edge refused it with this answer; {@code cause} is empty where the reason says it all. */
    void refused(EdgeCall call, Reply reply, String reason, String cause);

    /** It was passed on to the marketplace. */
    void relayed(EdgeCall call, Relayed relayed);

    /**
     * What became of a request that was passed on.
     *
     * @param status the answer's; 0 where the client went away before one
     * @param whole whether the answer came to its end
     * @param bytesIn of the request's body
     * @param bytesOut of the answer's body
     * @param traceId the trace it belonged to; empty for none
     */
    record Relayed(int status, boolean whole, long bytesIn, long bytesOut, String traceId) {}
}
