package dev.rctp.terms.negotiation;

import dev.rctp.terms.PublicListing;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What an accepted call changes here, and what it is answered with once the marketplace has taken it (PRX-2, PRX-3). */
public sealed interface Step {

    /** The object the agent gets, without the marketplace's answer. */
    ObjectNode answer();

    /** The HTTP status of success (protocol section 15). */
    default int status() {
        return 200;
    }

    /** Nothing changes but the marketplace. */
    record Plain() implements Step {
        @Override
        public ObjectNode answer() {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    /** The marketplace's own affair, whose status is the answer's (LST-6). */
    record Passed() implements Step {
        @Override
        public ObjectNode answer() {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    /**
     * A buyer's offer, or a seller's counter, stands.
     *
     * @param offer the offer
     */
    record OfferMade(Offer offer) implements Step {
        @Override
        public ObjectNode answer() {
            return offer.json();
        }

        @Override
        public int status() {
            return 201;
        }
    }

    /**
     * A buyer's offer is accepted: its checkout is issued and holds the listing (OFF-8, CHK-1).
     *
     * @param offer the offer, accepted
     * @param draft what its checkout will say
     */
    record OfferAccepted(Offer offer, Checkout.Draft draft) implements Step {
        @Override
        public ObjectNode answer() {
            return offer.json();
        }
    }

    /**
     * A listing has another price (LST-5).
     *
     * @param listing the listing at that price
     */
    record ListingRepriced(PublicListing listing) implements Step {
        @Override
        public ObjectNode answer() {
            return listing.json();
        }
    }

    /**
     * A checkout is redeemed and its listing sold.
     *
     * @param deal the deal
     */
    record DealOpened(Deal deal) implements Step {
        @Override
        public ObjectNode answer() {
            return deal.json();
        }

        @Override
        public int status() {
            return 201;
        }
    }
}
