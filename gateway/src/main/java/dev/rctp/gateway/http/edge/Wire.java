package dev.rctp.gateway.http.edge;

/** What is below a client's channel, as far as the versions of HTTP differ in it; confined to the channel's event loop. */
interface Wire {

    /** What it speaks, such as {@code HTTP/1.1}. */
    String protocol();

    /** A request's head has been read, and its answer is next. */
    void begins(boolean isHead);

    /** Lets the next request through; false where the channel carries one only. */
    boolean next();

    /** A request is refused because there are too many: a client that does not mind is cut off. */
    void limited();

    /** Nothing that comes from here on is part of a request. */
    void discard();

    /** Whether part of a head has arrived. */
    boolean inHead();

    /** Ends our side after the last answer has been written whole. */
    void end();

    /** Leaves the connection to the handlers above, without HTTP. */
    void detach();
}
