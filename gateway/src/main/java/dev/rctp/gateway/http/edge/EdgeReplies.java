package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;

/** The answers that the edge gives without asking the {@link RequestHandler}; called on event loops, so they must not block. */
public interface EdgeReplies {

    /** 400: framing, target or fields are ambiguous or malformed (PRX-7); the head is null where none could be read. */
    Reply badRequest(EdgeCall call, String sentence);

    /** 408: the request did not arrive within its time. */
    Reply timeout(EdgeCall call, String sentence);

    /** 413: the body of a governed call is over the limit. */
    Reply tooLarge(EdgeCall call, String sentence);

    /** 431: the request line or the fields are over the limit. */
    Reply headersTooLarge(EdgeCall call, String sentence);

    /** 429 {@code enforcement_unavailable} with {@code detail.cause="limit"}: too many calls at once. */
    Reply limited(EdgeCall call, String sentence);

    /** 503 {@code enforcement_unavailable} with {@code Retry-After}: the call could not be decided (DEC-5) or carried on. */
    Reply unavailable(EdgeCall call, String sentence);

    /** 403 {@code action_forbidden}: a write that is neither governed nor listed (PRX-4). */
    Reply unlistedWrite(EdgeCall call);
}
