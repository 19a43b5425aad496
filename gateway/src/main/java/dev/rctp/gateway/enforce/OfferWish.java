package dev.rctp.gateway.enforce;

import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.TermFault;
import dev.rctp.terms.negotiation.DealTerms;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What an agent asks for with an offer, a buyer's or a seller's.
 *
 * @param dealTerms the Deal Terms
 * @param supersedes the offer it would replace; null where none
 * @param expiresAt when it wants the offer to end; null where it doesn't say
 */
record OfferWish(
        DealTerms dealTerms,
        @Nullable String supersedes,
        @Nullable Instant expiresAt) {

    /** Why it is not within the listing's terms, with a member of {@code detail} for each fault (OFF-1, OFF-4); empty where it is. */
    Optional<Forbid> refusal(String verb, PublicListing listing, OfferExpiry expiry, Instant now) {
        List<TermFault> faults = new ArrayList<>(
                dealTerms.faults(listing.approvedTerms(), listing.listPrice().currency()));
        if (endsAt(listing, expiry, now).isEmpty()) {
            faults.add(new TermFault("expires_at", "is over"));
        }
        return faults.isEmpty() ? Optional.empty() : Optional.of(Refusals.terms(verb, faults));
    }

    /** When such an offer ends; empty for a wish that is over already (OFF-4). */
    Optional<Instant> endsAt(PublicListing listing, OfferExpiry expiry, Instant now) {
        return expiry.of(expiresAt, listing.availableUntil(), now);
    }
}
