package dev.rctp.attest;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Drafts as a gateway would make them. */
final class Drafts {

    private Drafts() {}

    static Subject listing(String id) {
        return new Subject("listing", id);
    }

    static EntryDraft decided(Subject subject, String requestId) {
        return new EntryDraft(subject, "decided", body(requestId));
    }

    static ObjectNode body(String requestId) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("action", "listing.answer_buyer")
                .put("decision", "auto")
                .put("agent", "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
                .put("operator", "https://agent.example/.well-known/ucp")
                .put("request_id", requestId)
                .put("door", "rest")
                .put("evidence_digest", "sha-256:" + "0".repeat(64));
    }
}
