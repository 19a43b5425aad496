package dev.rctp.gateway.enforce;

import dev.rctp.registries.Money;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Offer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a seller is shown of what a call is about, and what the signed object says of it (APR-1, APR-3): nothing private. */
final class Shown {

    private Shown() {}

    static ObjectNode listing(PublicListing listing) {
        ObjectNode display = JsonNodeFactory.instance.objectNode();
        display.put("listing_id", listing.id().value());
        display.put("title", listing.title());
        display.set("list_price", money(listing.listPrice()));
        return display;
    }

    static ObjectNode about(PublicListing listing) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("listing_id", listing.id().value())
                .put("listing_hash", listing.hash());
    }

    static ObjectNode about(PublicListing listing, Offer offer) {
        ObjectNode about = about(listing).put("offer_id", offer.id());
        about.set("price", money(offer.dealTerms().price()));
        about.set("deal_terms", offer.dealTerms().json());
        return about;
    }

    /** What the seller is shown of an offer of this buyer's. */
    static ObjectNode offer(PublicListing listing, Offer offer, Standing standing) {
        ObjectNode display = listing(listing).put("offer_id", offer.id());
        display.putObject("buyer")
                .put("operator", standing.name(offer.negotiation().operator()));
        return display;
    }

    /** A member of the call's body, where it has that. */
    static void member(ObjectNode display, ObjectNode body, String name) {
        if (body.has(name)) {
            display.set(name, body.path(name));
        }
    }

    static ObjectNode money(Money money) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("amount", money.amount())
                .put("currency", money.currency());
    }
}
