package dev.rctp.gateway.http;

/** Answers whole requests; called on a virtual thread, may block. */
@FunctionalInterface
public interface RequestHandler {

    /** The answer; an exception becomes 503 {@code enforcement_unavailable} at the edge (DEC-5). */
    Reply handle(InboundRequest request) throws InterruptedException;
}
