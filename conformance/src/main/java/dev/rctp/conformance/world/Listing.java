package dev.rctp.conformance.world;

import tools.jackson.databind.node.ObjectNode;

/**
 * A listing at the marketplace (section 5).
 *
 * @param id its id
 * @param title its title
 * @param listPrice in minor units of EUR
 * @param terms what the seller's form sent, floor included; empty for one without approved terms
 * @param answer the listing as the approved call answered it; empty for one without approved terms
 * @param approvalId of the approval that made it; empty for one without approved terms
 */
public record Listing(String id, String title, long listPrice, ObjectNode terms, ObjectNode answer, String approvalId) {

    /** The private floor, in minor units of EUR. */
    public long floor() {
        return terms.path("floor").path("amount").asLong(-1);
    }

    /** What agents see of its terms (LST-4). */
    public String commitment() {
        return answer.path("terms_commitment").asString("");
    }

    /** Its {@code listing_hash} as the target tells it; empty where it doesn't. */
    public String hash() {
        return answer.path("listing_hash").asString("");
    }
}
