package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.RequestHandler;

/** What becomes of a request by its method and path alone (PRX-4). */
public enum Classification {
    /** Read whole and answered by the gateway's {@link RequestHandler}. */
    GOVERNED,
    /** Likewise, but a page for sellers or what it calls: agents' calls must not keep its place from it (APR-8). */
    HOSTED,
    /** Streamed to the marketplace and back. */
    FORWARD,
    /** A write that no configuration lists: refused. */
    REFUSED_WRITE;

    /** Whether the gateway answers it. */
    boolean isOwn() {
        return this == GOVERNED || this == HOSTED;
    }
}
