package dev.rctp.gateway.enforce;

import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.StandingOffer;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Listings and the offers on them, as each side sees them (LST-5, OFF-1). */
final class BargainReads {

    private final Readers readers;
    private final ReadSource source;

    BargainReads(Readers readers, ReadSource source) {
        this.readers = readers;
        this.source = source;
    }

    /** A listing with its public terms; any onboarded agent sees it. */
    Sight<ObjectNode> terms(String listing) {
        return Sight.of(
                source.listing(listing).filter(PublicListing::hasApprovedTerms).map(PublicListing::json));
    }

    /** The offers on a listing, for its seller's agent. */
    Sight<ObjectNode> offers(Readers.Reader reader, String listing, Instant now)
            throws GrantUndecidedException, InterruptedException {
        return switch (readers.seller(reader)) {
            case Sight.Refused<String>(Decision.Forbid refusal) -> new Sight.Refused<>(refusal);
            case Sight.Shown<String>(String sub) ->
                Sight.of(
                        source.listing(listing).filter(known -> known.isOf(sub)).map(known -> offers(known, now)));
        };
    }

    private ObjectNode offers(PublicListing listing, Instant now) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode offers = list.putArray("offers");
        source.offers(listing, now).forEach(offer -> offers.add(offer.json()));
        return list;
    }

    /** The buyer sees what it offered, its refused offers too; the seller what the marketplace has taken; nobody else anything. */
    Sight<ObjectNode> offer(Readers.Reader reader, String id, Instant now)
            throws GrantUndecidedException, InterruptedException {
        Optional<StandingOffer> standing = source.offer(id, now).filter(StandingOffer::made);
        if (standing.isPresent() && reader.isBuyer(standing.get().offer().negotiation())) {
            return new Sight.Shown<>(buyersView(standing.get()));
        }
        return switch (readers.otherwiseSeller(reader)) {
            case Sight.Refused<String>(Decision.Forbid refusal) -> new Sight.Refused<>(refusal);
            case Sight.Shown<String>(String sub) ->
                Sight.of(standing.map(StandingOffer::offer)
                        .filter(known -> known.state() != OfferState.REFUSED)
                        .filter(known -> known.negotiation().seller().equals(sub))
                        .map(known -> known.json()));
        };
    }

    private static ObjectNode buyersView(StandingOffer standing) {
        ObjectNode json = standing.offer().json();
        if (standing.checkout() != null && standing.offer().state() == OfferState.ACCEPTED) {
            json.put("checkout", standing.checkout());
        }
        return json;
    }
}
