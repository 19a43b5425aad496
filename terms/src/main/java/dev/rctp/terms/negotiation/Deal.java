package dev.rctp.terms.negotiation;

import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A deal as its parties see it (protocol section 15).
 *
 * @param id {@code dea_…}
 * @param offer the accepted offer, whose Deal Terms are fixed (OFF-8)
 * @param release what has to happen before the seller is paid, by the listing's release condition
 */
public record Deal(String id, Offer offer, List<String> release) {

    /** What a buyer has to send back before the holder may refund (EVT-4). */
    private static final List<String> REFUND = List.of("rejected", "return");

    /** Keeps its own copy of the list. */
    public Deal {
        release = List.copyOf(release);
    }

    /** The object {@code deal} of one that was just opened. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("deal_id", id);
        json.put("listing_id", offer.negotiation().listing().value());
        json.put("negotiation_id", offer.negotiation().id());
        json.put("offer_id", offer.id());
        json.set("deal_terms", offer.dealTerms().json());
        json.put("state", "open");
        ObjectNode next = json.putObject("next");
        names(next.putArray("release"), release);
        names(next.putArray("refund"), REFUND);
        return json;
    }

    private static void names(ArrayNode array, List<String> checkpoints) {
        array.add("funds_held");
        checkpoints.forEach(array::add);
    }
}
