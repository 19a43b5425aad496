package dev.rctp.terms.negotiation;

import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.PublicListing;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
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
     * A listing is made, with the terms that its seller approved; or, where that is allowed, without any (LST-3, DEC-4).
     *
     * @param listing the listing; until the marketplace has named it, its id is that of the approval
     * @param approval the approval; null where none was needed
     */
    record ListingCreated(PublicListing listing, @Nullable String approval) implements Step {
        @Override
        public ObjectNode answer() {
            return listing.json();
        }

        @Override
        public int status() {
            return 201;
        }

        @Override
        public Optional<Step> answered(JsonNode marketplace, ListingIdFolding folding) {
            return Optional.ofNullable(marketplace.get("listing_id"))
                    .filter(JsonNode::isString)
                    .flatMap(id -> ListingId.parse(id.stringValue(), folding))
                    .map(id -> new ListingCreated(listing.named(id), approval));
        }
    }

    /**
     * A listing has the terms that its seller approved (LST-5).
     *
     * @param listing the listing with them
     * @param approval the approval
     */
    record TermsSet(PublicListing listing, String approval) implements Step {
        @Override
        public ObjectNode answer() {
            return listing.json();
        }
    }

    /**
     * A deal's seller promises to ship (protocol section 15).
     *
     * @param deal the deal, as it was when that was decided
     */
    record DealCommitted(Deal deal) implements Step {
        @Override
        public ObjectNode answer() {
            return deal.json();
        }
    }

    /**
     * The marketplace is told of what stands already, whatever it says (EVT-5): its caller was answered before.
     *
     * @param seller whose deal it is about
     */
    record EventTold(String seller) implements Step {
        @Override
        public boolean onlyTells() {
            return true;
        }

        @Override
        public ObjectNode answer() {
            return JsonNodeFactory.instance.objectNode();
        }
    }

    /** Whether it only tells the marketplace of what stands already: its caller was answered before, and no answer of the marketplace undoes anything (EVT-5). */
    default boolean onlyTells() {
        return false;
    }

    /** The step as the marketplace's yes completes it; empty for a yes that lacks what the step needs, which decides nothing (LST-9). */
    default Optional<Step> answered(JsonNode marketplace, ListingIdFolding folding) {
        return Optional.of(this);
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
