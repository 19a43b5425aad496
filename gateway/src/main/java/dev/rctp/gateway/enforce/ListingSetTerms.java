package dev.rctp.gateway.enforce;

import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.StandingListing;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code listing.set_terms}: other terms for a listing, which its seller sets in the form; open offers keep those they were made under (LST-3,
 * LST-5).
 *
 * @param approval what its seller said yes to; null before
 */
record ListingSetTerms(
        String verb,
        Optional<StandingListing> named,
        ObjectNode body,
        boolean knownTermSet,
        @Nullable Approved approval,
        NegotiationRules rules,
        Instant now)
        implements VerbCase.Forwarded {

    /**
     * What the seller said yes to.
     *
     * @param id the approval
     * @param listingHash what the listing was when they were asked (LST-7)
     * @param signed the terms
     */
    record Approved(String id, String listingHash, SignedTerms signed) {}

    @Override
    public Optional<Forbid> subject() {
        return named.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    /** Past its {@code available_until} it can get terms with a later one. */
    @Override
    public Optional<Forbid> listing() {
        return current().closed() ? Optional.of(Refusals.closed(verb)) : Optional.empty();
    }

    @Override
    public Optional<Forbid> dealTerms() {
        return ListingCreate.terms(
                verb, knownTermSet, Optional.ofNullable(approval).map(this::approved), now);
    }

    /** The seller approved terms for the listing as it was then (LST-7). */
    @Override
    public Optional<Forbid> state() {
        return AnswerBuyer.unchanged(verb, Optional.ofNullable(approval).map(Approved::listingHash), current());
    }

    @Override
    public Optional<Forbid> inMotion() {
        return named.orElseThrow().isBeingRepriced() ? Optional.of(Refusals.inMotion(verb)) : Optional.empty();
    }

    @Override
    public Asked asked() {
        ObjectNode about = Shown.about(current()).put("term_set", termSet());
        ObjectNode display = Shown.listing(current()).put("term_set", termSet());
        return new Asked(
                Optional.of(AnswerBuyer.chain(current())),
                current().id().value(),
                about,
                display,
                Instant.MAX,
                (id, until) -> Beginning.nothing());
    }

    @Override
    public Plan plan(String intent) {
        if (approval == null) {
            throw new IllegalStateException("terms are never set without their seller (DEC-4)");
        }
        SignedTerms signed = approval.signed();
        PublicListing listing = approved(approval);
        ObjectNode recorded = JsonNodeFactory.instance.objectNode();
        recorded.put("listing_hash", listing.hash());
        return new Plan(
                AnswerBuyer.chain(listing),
                new Step.TermsSet(listing, approval.id()),
                rules.moves().terms(intent, listing),
                signed.commitment(),
                Map.of(),
                recorded,
                Optional.of(ListingCreate.forwarded(body, Optional.of(signed))),
                Optional.empty());
    }

    private PublicListing approved(Approved approval) {
        SignedTerms signed = approval.signed();
        return current().withTerms(termSet(), signed.publicTerms(), signed.commitment());
    }

    private String termSet() {
        return body.path("term_set").stringValue(current().termSet());
    }

    private PublicListing current() {
        return named.orElseThrow().listing();
    }
}
