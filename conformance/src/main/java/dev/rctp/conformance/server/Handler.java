package dev.rctp.conformance.server;

/** Answers requests (RFC 9110); called by many threads at once. */
@FunctionalInterface
public interface Handler {

    /** The answer; an exception becomes a 500. */
    Reply handle(Received request) throws Exception;

    /** Hears of a request before its body is read. */
    default void arriving(Received withoutBody) {}
}
