package dev.rctp.gateway.http.edge;

import java.util.concurrent.Semaphore;

/**
 * What every connection of one server works with.
 *
 * @param streams as many HTTP/2 streams as may be open at once over all connections
 */
record EdgeParts(
        EdgeSettings settings,
        HeadReader reader,
        EdgeReplies replies,
        ReplyWriting writing,
        Calls calls,
        Forwarding forwarding,
        Semaphore streams) {}
