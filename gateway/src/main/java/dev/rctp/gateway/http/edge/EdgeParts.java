package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Room;

/**
 * What every connection of one server works with.
 *
 * @param streams as many HTTP/2 streams as may be open at once over all connections
 * @param governed room for governed calls
 * @param hosted room for sellers' pages and what they call
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
        Intake governed,
        Intake hosted,
        AddressLimits addresses) {

    /** The same parts for connections from now on, with other settings. */
    EdgeParts with(EdgeSettings next) {
        return new EdgeParts(next, reader, replies, writing, calls, forwarding, streams, governed, hosted, addresses);
    }
}
