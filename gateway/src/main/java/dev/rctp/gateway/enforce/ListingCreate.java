package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Money;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.TermFault;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code listing.create}: a listing that the marketplace has still to make, under the terms that its seller sets in the form (LST-3).
 *
 * @param seller whose it is
 * @param body what the agent asked
 * @param knownTermSet whether the marketplace uses its term set
 * @param approval the approval by which its seller said yes; null before
 * @param signed what the seller signed; empty before, and where no terms were needed (DEC-4)
 * @param now when it is judged
 */
record ListingCreate(
        String verb,
        String seller,
        ObjectNode body,
        boolean knownTermSet,
        @Nullable String approval,
        Optional<SignedTerms> signed,
        Instant now)
        implements VerbCase.Forwarded {

    /** What a seller approved is made with the terms they signed, or not at all. */
    ListingCreate {
        if (approval != null && signed.isEmpty()) {
            throw new IllegalStateException("an approved listing has no signed terms");
        }
    }

    @Override
    public Optional<Forbid> subject() {
        return Optional.empty();
    }

    @Override
    public Optional<Forbid> listing() {
        return Optional.empty();
    }

    @Override
    public Optional<Forbid> dealTerms() {
        return terms(verb, knownTermSet, signed.map(terms -> approved(draft("draft"), terms)), now);
    }

    /** Whether the terms that a seller signed, if any did, can still be a listing's: their time may be over since (LST-2, APR-6). */
    static Optional<Forbid> terms(String verb, boolean knownTermSet, Optional<PublicListing> signed, Instant now) {
        if (!knownTermSet) {
            return Optional.of(Refusals.termSet(verb));
        }
        return signed.filter(listing -> listing.isClosedAt(now))
                .map(_ -> Refusals.terms(verb, List.of(new TermFault("available_until", "is over"))));
    }

    private static PublicListing approved(PublicListing draft, SignedTerms terms) {
        return draft.withTerms(draft.termSet(), terms.publicTerms(), terms.commitment());
    }

    @Override
    public Asked asked() {
        PublicListing draft = draft("draft");
        ObjectNode about = JsonNodeFactory.instance.objectNode();
        about.put("listing_hash", draft.draftHash()).put("term_set", draft.termSet());
        about.set("price", Shown.money(draft.listPrice()));
        ObjectNode display = JsonNodeFactory.instance.objectNode();
        display.put("title", draft.title());
        display.set("list_price", Shown.money(draft.listPrice()));
        display.put("term_set", draft.termSet());
        if (body.has("description")) {
            display.set("text", body.path("description"));
        }
        Shown.member(display, body, "category");
        return new Asked(Optional.empty(), "", about, display, Instant.MAX, (id, until) -> Beginning.nothing());
    }

    /** Until the marketplace has named it, it goes by its approval, or by its intent where none was needed (LST-7). */
    @Override
    public Plan plan(String intent) {
        String place = approval == null ? intent : approval;
        PublicListing draft = draft(place);
        PublicListing made = signed.map(terms -> approved(draft, terms)).orElse(draft);
        ObjectNode recorded = JsonNodeFactory.instance.objectNode();
        recorded.put("listing_hash", made.draftHash());
        return new Plan(
                new Subject("listing", place),
                new Step.ListingCreated(made, approval),
                Beginning.nothing(),
                Forwarding.terms(made.termsCommitment()),
                Map.of(),
                recorded,
                Optional.of(forwarded(body, signed)),
                Optional.empty());
    }

    /** The call as the marketplace gets it: what the agent proposed stays here, what its seller approved for all to see comes (LST-3). */
    static byte[] forwarded(ObjectNode body, Optional<SignedTerms> signed) {
        ObjectNode forwarded = body.deepCopy();
        forwarded.remove("proposed_terms");
        signed.ifPresent(terms -> {
            forwarded.set("public_terms", terms.publicTerms());
            forwarded.put("terms_commitment", terms.commitment());
        });
        return CanonicalJson.bytes(forwarded);
    }

    private PublicListing draft(String place) {
        var price = body.path("list_price");
        return new PublicListing(
                new ListingId(place),
                seller,
                body.path("title").stringValue(),
                new Money(
                        price.path("amount").longValue(), price.path("currency").stringValue()),
                body.path("term_set").stringValue(),
                null,
                null,
                false);
    }
}
