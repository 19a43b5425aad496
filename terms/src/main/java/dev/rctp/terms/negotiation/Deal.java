package dev.rctp.terms.negotiation;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A deal as its parties see it (protocol section 15). Its state, and what is still needed, are the money rules' to say (EVT-4).
 *
 * @param id {@code dea_…}
 * @param offer the accepted offer, whose Deal Terms are fixed (OFF-8)
 * @param state such as {@code open}
 * @param release what has to happen before the seller is paid
 * @param refund what has to happen before the buyer gets the money back
 */
public record Deal(String id, Offer offer, String state, List<String> release, List<String> refund) {

    /** Keeps its own copies of the lists. */
    public Deal {
        release = List.copyOf(release);
        refund = List.copyOf(refund);
    }

    /** The object {@code deal}. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("deal_id", id);
        json.put("listing_id", offer.negotiation().listing().value());
        json.put("negotiation_id", offer.negotiation().id());
        json.put("offer_id", offer.id());
        json.set("deal_terms", offer.dealTerms().json());
        json.put("state", state);
        ObjectNode next = json.putObject("next");
        names(next.putArray("release"), release);
        names(next.putArray("refund"), refund);
        return json;
    }

    private static void names(ArrayNode array, List<String> names) {
        names.forEach(array::add);
    }
}
