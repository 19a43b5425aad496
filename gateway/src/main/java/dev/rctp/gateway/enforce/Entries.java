package dev.rctp.gateway.enforce;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Subject;
import dev.rctp.terms.PublicListing;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a decision says of itself in the record (REC-1, REC-2): tagged members and digests. */
final class Entries {

    private Entries() {}

    static EntryDraft accepted(GrantedCall call, PublicListing listing, Intent intent) {
        ObjectNode body = common(call);
        body.put("decision", "auto");
        body.put("intent", intent.id());
        if (listing.termsCommitment() != null) {
            body.put("terms_commitment", listing.termsCommitment());
        }
        return new EntryDraft(intent.subject(), "decided", body);
    }

    static EntryDraft refused(GrantedCall call, Subject subject, Decision.Forbid refusal) {
        ObjectNode body = common(call);
        body.put("decision", "forbid");
        body.put("reason", refusal.reason().code());
        String cause = refusal.detail().get("cause");
        if (cause != null) {
            body.put("cause", cause);
        }
        return new EntryDraft(subject, "decided", body);
    }

    private static ObjectNode common(GrantedCall call) {
        Operation operation = call.operation();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("action", operation.action().name());
        body.put("door", operation.origin().door());
        body.put("request_id", operation.origin().requestId());
        body.put("caller", call.caller().key());
        body.put("operator", call.caller().group());
        body.put("agent_id", call.grant().agentId());
        body.put("seller", call.grant().sub());
        body.put("payload_digest", operation.payloadDigest());
        body.put("evidence_digest", operation.credentials().digest());
        return body;
    }
}
