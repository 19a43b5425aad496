package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code listing.answer_buyer}: words to a buyer, on the seller's own listing.
 *
 * @param listingHash what the listing was when its seller was asked (APR-6); empty before anybody was
 */
record AnswerBuyer(
        String verb, Optional<PublicListing> named, Optional<String> listingHash, ObjectNode body, Instant now)
        implements VerbCase.Forwarded {

    static Subject chain(PublicListing listing) {
        return new Subject("listing", listing.id().value());
    }

    @Override
    public Optional<Forbid> subject() {
        return named.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    @Override
    public Optional<Forbid> listing() {
        return openListing(verb, named.orElseThrow(), now);
    }

    @Override
    public Optional<Forbid> state() {
        return unchanged(verb, listingHash, named.orElseThrow());
    }

    @Override
    public Asked asked() {
        PublicListing listing = named.orElseThrow();
        ObjectNode display = Shown.listing(listing).set("text", body.path("text"));
        Shown.member(display, body, "in_reply_to");
        return new Asked(
                Optional.of(chain(listing)),
                listing.id().value(),
                Shown.about(listing),
                display,
                listing.availableUntil(),
                (approval, until) -> Beginning.nothing());
    }

    /** Whether it is what its seller has signed something about, so that nothing else than that comes of it (APR-3, APR-6, LST-7). */
    static Optional<Forbid> unchanged(String verb, Optional<String> signedHash, PublicListing listing) {
        boolean same = signedHash.isEmpty() || signedHash.get().equals(listing.hash());
        return same ? Optional.empty() : Optional.of(Decision.Forbid.listingChanged(verb));
    }

    /** Whether something can be done with the listing now. */
    static Optional<Forbid> openListing(String verb, PublicListing listing, Instant now) {
        if (!listing.hasApprovedTerms()) {
            return Optional.of(Refusals.withoutTerms(verb));
        }
        return listing.isClosedAt(now) ? Optional.of(Refusals.closed(verb)) : Optional.empty();
    }

    @Override
    public Plan plan(String intent) {
        PublicListing listing = named.orElseThrow();
        return new Plan(
                chain(listing),
                new Step.Plain(),
                Beginning.nothing(),
                Forwarding.terms(listing.termsCommitment()),
                Map.of(),
                JsonNodeFactory.instance.objectNode());
    }
}
