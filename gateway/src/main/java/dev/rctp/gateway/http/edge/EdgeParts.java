package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Room;

/**
 * What every connection of one server works with.
 *
 * @param streams as many HTTP/2 streams as may be open at once over all connections
 * @param bodies bytes that the bodies of governed calls take over all connections, while they come and until they are decided
 * @param addresses what each address may do
 */
record EdgeParts(
        EdgeSettings settings,
        HeadReader reader,
        EdgeReplies replies,
        ReplyWriting writing,
        Calls calls,
        Forwarding forwarding,
        Room streams,
        Room bodies,
        AddressLimits addresses) {

    /** The same parts for connections from now on, with other settings. */
    EdgeParts with(EdgeSettings next) {
        return new EdgeParts(next, reader, replies, writing, calls, forwarding, streams, bodies, addresses);
    }
}
