package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.Deadline;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;

/**
 * Room for one exchange with an origin: an HTTP/1.1 connection or one HTTP/2 stream (PRX-5). Whoever holds it sees HTTP/1.1 messages
 * either way, and releases or closes it, once. Confined to its event loop.
 */
public sealed interface Lane permits Http1Link, Http2Lane {

    /** The event loop of its connection. */
    EventLoop loop();

    /** Where messages are written to; there once {@link #use} has returned true. */
    Channel channel();

    /** The holder's deadline. */
    Deadline deadline();

    /** Whether its connection has carried no exchange before. */
    boolean isFresh();

    /**
     * Begins the exchange: answers go to this handler, the last of the channel.
     *
     * @param head whether the request is a HEAD
     * @return false where the connection has gone meanwhile, and the lane with it
     */
    boolean use(ChannelHandler user, boolean head);

    /** Whether the server has surely not begun to process the request, for all that was written (RFC 9113 8.7). */
    boolean isUnprocessed();

    /** The exchange came to its end in good order, or was never begun; others may use the connection. From any thread. */
    void release();

    /** Cuts the exchange off. */
    void close();

    /** Leaves the connection to the handlers that follow, without HTTP; never asked of an HTTP/2 stream. */
    void detach();
}
