package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.KnownApproval;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The object {@code approval-status} (APR-2, APR-8): what became of an approval, and of the call it held. */
public final class ApprovalStatus {

    private ApprovalStatus() {}

    /** The object. */
    public static ObjectNode json(KnownApproval known) {
        var approval = known.approval();
        ObjectNode status = JsonNodeFactory.instance.objectNode();
        status.put("approval_id", approval.question().id());
        status.put("action", approval.question().action());
        status.put("status", approval.state().code());
        if (approval.decidedAt() != null) {
            status.put("decided_at", approval.decidedAt().toString());
        }
        known.result().ifPresent(decision -> result(status.putObject("result"), decision));
        return status;
    }

    private static void result(ObjectNode result, Decision decision) {
        result.put("decision", Responses.header(decision, 0));
        switch (decision) {
            case Decision.Auto auto -> result.put("status", auto.status()).set("body", auto.body());
            case Decision.Forbid forbid -> result.put("status", forbid.status()).set("body", Responses.error(forbid));
            case Decision.Recorded _ -> throw new IllegalStateException("nobody is asked about what is recorded");
            case Decision.Ask _ -> throw new IllegalStateException("a held call's result is no further question");
        }
    }
}
