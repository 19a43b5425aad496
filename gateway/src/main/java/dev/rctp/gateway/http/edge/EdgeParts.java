package dev.rctp.gateway.http.edge;

/** What every connection of one server works with. */
record EdgeParts(
        EdgeSettings settings,
        HeadReader reader,
        EdgeReplies replies,
        ReplyWriting writing,
        Calls calls,
        Forwarding forwarding) {}
