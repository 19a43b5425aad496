package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.TermFault;
import dev.rctp.terms.negotiation.Agent;
import dev.rctp.terms.negotiation.Counterparty;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.StandingOffer;
import dev.rctp.terms.negotiation.Standings;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code offer.create} on a listing with approved terms (OFF-1 to OFF-4, OFF-6). */
record OfferCreate(
        String verb,
        Standings.Offering named,
        Agent buyer,
        Counterparty company,
        OfferWish wish,
        Optional<StandingOffer> superseded,
        NegotiationRules rules,
        Instant now)
        implements VerbCase.Forwarded {

    static Subject chain(String negotiation) {
        return new Subject("negotiation", negotiation);
    }

    @Override
    public Optional<Forbid> subject() {
        return Optional.empty();
    }

    @Override
    public Optional<Forbid> listing() {
        if (current().isClosedAt(now)) {
            return Optional.of(Refusals.closed(verb));
        }
        return named.listing().isHeldAt(now, null) ? Optional.of(Refusals.reserved(verb)) : Optional.empty();
    }

    @Override
    public Optional<Forbid> buyerRequirements() {
        return company.meets(current().approvedTerms()) ? Optional.empty() : Optional.of(Refusals.notEligible(verb));
    }

    @Override
    public Optional<Forbid> dealTerms() {
        return wish.refusal(verb, current(), rules.expiry(), now);
    }

    @Override
    public Optional<Forbid> state() {
        if (wish.supersedes() == null || replaced() != null) {
            return Optional.empty();
        }
        return Optional.of(Refusals.terms(
                verb, List.of(new TermFault("supersedes", "is no open or countered offer of this negotiation"))));
    }

    @Override
    public Optional<Forbid> budget() {
        return rules.limits().areUsedUp(named.prices(), named.lapsed())
                ? Optional.of(Refusals.budget(verb))
                : Optional.empty();
    }

    @Override
    public Optional<BelowFloor> floor() {
        if (!rules.floors().of(named.listing()).isAbove(wish.dealTerms().price())) {
            return Optional.empty();
        }
        Offer refused = offer().in(OfferState.REFUSED);
        return Optional.of(new BelowFloor(
                Refusals.belowFloor(verb),
                rules.moves().refusedOffer(refused, isFirst(), now),
                chain(refused.negotiation().id()),
                Forwarding.recorded(refused)));
    }

    @Override
    public Plan plan(String intent) {
        Offer offer = offer();
        return new Plan(
                chain(offer.negotiation().id()),
                new Step.OfferMade(offer),
                rules.moves().offer(intent, offer, isFirst(), replaced(), now),
                offer.termsCommitment(),
                Forwarding.names(offer),
                Forwarding.recorded(offer));
    }

    private Offer offer() {
        String negotiation = isFirst() ? rules.ids().next("neg_") : named.negotiation();
        return new Offer(
                rules.ids().next("off_"),
                new Offer.Negotiation(
                        String.valueOf(negotiation), current().id(), current().seller(), buyer.operator(), buyer.jkt()),
                Offer.Party.BUYER,
                wish.dealTerms(),
                current().approvedCommitment(),
                wish.supersedes(),
                expiresAt().orElseThrow(),
                OfferState.OPEN);
    }

    private Optional<Instant> expiresAt() {
        return wish.endsAt(current(), rules.expiry(), now);
    }

    /** The offer it replaces; null where none can be. */
    private @Nullable Offer replaced() {
        return superseded
                .filter(StandingOffer::isFree)
                .map(StandingOffer::offer)
                .filter(old -> old.negotiation().id().equals(named.negotiation()))
                .filter(old -> old.state().after(OfferState.Move.SUPERSEDE).isPresent())
                .orElse(null);
    }

    private boolean isFirst() {
        return named.negotiation() == null;
    }

    private PublicListing current() {
        return named.listing().listing();
    }
}
