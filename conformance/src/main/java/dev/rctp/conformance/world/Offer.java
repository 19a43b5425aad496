package dev.rctp.conformance.world;

import dev.rctp.conformance.wire.Agent;
import tools.jackson.databind.node.ObjectNode;

/**
 * An offer (OFF-1).
 *
 * @param buyer who negotiates
 * @param listing for what
 * @param json the schema {@code offer} as it was answered
 */
public record Offer(Agent buyer, Listing listing, ObjectNode json) {

    /** Its id. */
    public String id() {
        return json.path("offer_id").asString("");
    }

    /** Its negotiation's id. */
    public String negotiation() {
        return json.path("negotiation_id").asString("");
    }

    /** Its state when it was answered. */
    public String state() {
        return json.path("state").asString("");
    }

    /** Its price in minor units. */
    public long amount() {
        return json.path("deal_terms").path("price").path("amount").asLong(0);
    }
}
