package dev.rctp.conformance.breakable.domain.record;

import dev.rctp.conformance.breakable.domain.Json;
import tools.jackson.databind.node.ObjectNode;

/** What a chain is about (REC-1). */
public record Subject(String type, String id) {

    /** The chain of a listing. */
    public static Subject listing(String id) {
        return new Subject("listing", id);
    }

    /** The chain of a negotiation. */
    public static Subject negotiation(String id) {
        return new Subject("negotiation", id);
    }

    /** The chain of a deal. */
    public static Subject deal(String id) {
        return new Subject("deal", id);
    }

    /** As an entry has it (REC-2). */
    public ObjectNode json() {
        return Json.object().put("type", type).put("id", id);
    }
}
