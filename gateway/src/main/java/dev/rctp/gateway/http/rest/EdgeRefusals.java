package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Boundary;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Operation;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.edge.EdgeCall;
import dev.rctp.gateway.http.edge.EdgeLog;
import dev.rctp.gateway.http.edge.EdgeReplies;
import dev.rctp.registries.Reason;
import java.time.Duration;

/** Refusals of what never becomes a governed call, in the same shape as every other (DEC-3), and noted like them (REC-1). */
public final class EdgeRefusals implements EdgeReplies {

    private final Responses responses;
    private final Boundary boundary;
    private final EdgeLog log;

    /** Renders them like decisions, notes them at this boundary and logs them. */
    public EdgeRefusals(Responses responses, Boundary boundary, EdgeLog log) {
        this.responses = responses;
        this.boundary = boundary;
        this.log = log;
    }

    @Override
    public Reply badRequest(EdgeCall call, String fault) {
        return malformed(400, call, fault);
    }

    @Override
    public Reply timeout(EdgeCall call, String fault) {
        return malformed(408, call, fault);
    }

    @Override
    public Reply tooLarge(EdgeCall call, String fault) {
        return malformed(413, call, fault);
    }

    @Override
    public Reply headersTooLarge(EdgeCall call, String fault) {
        return malformed(431, call, fault);
    }

    @Override
    public Reply limited(EdgeCall call, String fault) {
        Decision.Forbid limited = Decision.Forbid.of(null, Reason.ENFORCEMENT_UNAVAILABLE, sentence(fault))
                .cause(Decision.Forbid.LIMIT)
                .retryAfter(Duration.ofSeconds(1));
        return refuse(limited.status(), call, limited);
    }

    @Override
    public Reply unavailable(EdgeCall call, String fault) {
        Decision.Forbid unavailable = Decision.Forbid.unavailable(null, sentence(fault));
        return refuse(unavailable.status(), call, unavailable);
    }

    @Override
    public Reply unlistedWrite(EdgeCall call) {
        Decision.Forbid unlisted =
                Decision.Forbid.of(null, Reason.ACTION_FORBIDDEN, "This gateway lets no such write pass.");
        return refuse(unlisted.status(), call, unlisted);
    }

    private Reply malformed(int status, EdgeCall call, String fault) {
        return refuse(status, call, Decision.Forbid.of(null, Reason.REQUEST_INVALID, sentence(fault)));
    }

    private Reply refuse(int status, EdgeCall call, Decision.Forbid refusal) {
        boundary.note(
                new Operation.Origin("rest", call.requestId(), call.remote().getHostAddress()), refusal);
        Reply reply = responses.refusal(status, refusal, call.head(), call.requestId());
        log.refused(call, reply, refusal.reason().code(), refusal.detail().getOrDefault("cause", ""));
        return reply;
    }

    private static String sentence(String fault) {
        return "The request was refused: " + fault + ".";
    }
}
