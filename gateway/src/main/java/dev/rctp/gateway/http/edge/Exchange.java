package dev.rctp.gateway.http.edge;

import io.netty.handler.codec.http.HttpContent;

/** One request and its answer on a client's connection; confined to that connection's event loop. */
interface Exchange {

    /** The head is in; reading the body is asked for from here. */
    void start();

    /** A piece of the body, the last one included; to be released here. */
    void content(HttpContent piece);

    /** The client's socket takes bytes again, or no more for now. */
    void writabilityChanged();

    /** Whether the answer is still worth giving to a client that has ended its side after the request. */
    boolean outlivesInput();

    /** The client is gone or its bytes are wrong: nothing of this request may be completed any more. */
    void abort();
}
