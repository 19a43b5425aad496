package dev.rctp.gateway.management;

import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.edge.EdgeCall;
import dev.rctp.gateway.http.edge.EdgeLog;
import dev.rctp.gateway.http.edge.EdgeReplies;
import dev.rctp.registries.Reason;

/** What the management port answers where there is no request to handle: logged, but in nobody's record, since no agent comes here. */
public final class ManagementRefusals implements EdgeReplies {

    private final EdgeLog log;

    /** Logs them here. */
    public ManagementRefusals(EdgeLog log) {
        this.log = log;
    }

    @Override
    public Reply badRequest(EdgeCall call, String sentence) {
        return refuse(call, 400, Reason.REQUEST_INVALID, sentence);
    }

    @Override
    public Reply timeout(EdgeCall call, String sentence) {
        return refuse(call, 408, Reason.REQUEST_INVALID, sentence);
    }

    @Override
    public Reply tooLarge(EdgeCall call, String sentence) {
        return refuse(call, 413, Reason.REQUEST_INVALID, sentence);
    }

    @Override
    public Reply headersTooLarge(EdgeCall call, String sentence) {
        return refuse(call, 431, Reason.REQUEST_INVALID, sentence);
    }

    @Override
    public Reply limited(EdgeCall call, String sentence) {
        return refuse(call, 429, Reason.ENFORCEMENT_UNAVAILABLE, sentence);
    }

    @Override
    public Reply unavailable(EdgeCall call, String sentence) {
        return refuse(call, 503, Reason.ENFORCEMENT_UNAVAILABLE, sentence);
    }

    @Override
    public Reply unlistedWrite(EdgeCall call) {
        return refuse(call, 403, Reason.ACTION_FORBIDDEN, "there is nothing to do here");
    }

    private Reply refuse(EdgeCall call, int status, Reason reason, String fault) {
        Reply reply = ManagementApi.error(status, reason.code(), "The request was refused: " + fault + ".");
        log.refused(call, reply, reason.code(), "");
        return reply;
    }
}
