package dev.rctp.conformance.world;

import tools.jackson.databind.node.ObjectNode;

/**
 * A deal (section 8).
 *
 * @param offer the accepted offer
 * @param json the schema {@code deal} as it was answered when it was opened
 */
public record Deal(Offer offer, ObjectNode json) {

    /** Its id. */
    public String id() {
        return json.path("deal_id").asString("");
    }
}
