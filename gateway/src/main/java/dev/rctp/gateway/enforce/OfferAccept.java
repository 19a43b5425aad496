package dev.rctp.gateway.enforce;

import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Checkout;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.Standings;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code offer.accept}: a buyer's open offer is taken, and holds its listing (OFF-5, OFF-7, OFF-8).
 *
 * @param approval the approval by which its seller said yes; null before
 * @param listingHash what the listing was when its seller was asked (APR-6); empty before anybody was
 */
record OfferAccept(
        String verb,
        Optional<Standings.Answering> named,
        @Nullable String approval,
        Optional<String> listingHash,
        NegotiationRules rules,
        Instant now)
        implements VerbCase.Forwarded {

    @Override
    public Optional<Forbid> subject() {
        return named.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    /** The offer is judged by the terms it was made under, so nothing of the current ones matters but that there are some (LST-6). */
    @Override
    public Optional<Forbid> listing() {
        if (!standing().asking().listing().listing().hasApprovedTerms()) {
            return Optional.of(Refusals.withoutTerms(verb));
        }
        if (standing().asking().listing().listing().closed()) {
            return Optional.of(Refusals.closed(verb));
        }
        return standing().asking().listing().isHeldAt(now, offer().id())
                ? Optional.of(Refusals.reserved(verb))
                : Optional.empty();
    }

    @Override
    public Optional<Forbid> buyerRequirements() {
        return stillTrading(verb, standing(), rules);
    }

    /** What a buyer offered whose operator was off-boarded since can't be answered any more (OPR-6). */
    static Optional<Forbid> stillTrading(String verb, Standings.Answering answering, NegotiationRules rules) {
        String operator = answering.offer().offer().negotiation().operator();
        return rules.standing().mayTrade(operator) ? Optional.empty() : Optional.of(Refusals.notEligible(verb));
    }

    @Override
    public Optional<Forbid> state() {
        if (approval == null) {
            return stateFor(verb, standing(), OfferState.Move.ACCEPT);
        }
        if (offer().state() == OfferState.EXPIRED) {
            return Optional.of(Refusals.offerExpired(verb));
        }
        boolean waits = offer().state() == OfferState.AWAITING_APPROVAL
                && approval.equals(standing().offer().awaiting())
                && standing().offer().isFree();
        return waits
                ? AnswerBuyer.unchanged(
                        verb, listingHash, standing().asking().listing().listing())
                : Optional.of(Refusals.offerNotOpen(verb));
    }

    /** Whether a seller's agent may do this with the offer: only with a buyer's, while it is open. */
    static Optional<Forbid> stateFor(String verb, Standings.Answering answering, OfferState.Move move) {
        Offer offer = answering.offer().offer();
        if (offer.by() == Offer.Party.BUYER && offer.state() == OfferState.EXPIRED) {
            return Optional.of(Refusals.offerExpired(verb));
        }
        boolean can = offer.by() == Offer.Party.BUYER
                && answering.offer().isFree()
                && offer.state().after(move).isPresent();
        return can ? Optional.empty() : Optional.of(Refusals.offerNotOpen(verb));
    }

    @Override
    public Plan plan(String intent) {
        Offer accepted = offer().in(OfferState.ACCEPTED);
        Checkout.Draft draft = new Checkout.Draft(
                rules.ids().next("chk_"),
                rules.nonce(),
                standing().asking().listing().listing().hash());
        return new Plan(
                OfferCreate.chain(accepted.negotiation().id()),
                new Step.OfferAccepted(accepted, draft),
                approval == null
                        ? rules.moves().accept(intent, offer(), now)
                        : rules.moves().acceptApproved(intent, approval, offer(), now),
                accepted.termsCommitment(),
                Forwarding.names(accepted),
                Forwarding.recorded(accepted));
    }

    @Override
    public Asked asked() {
        PublicListing listing = standing().asking().listing().listing();
        ObjectNode display = Shown.offer(listing, offer(), rules.standing());
        display.set("price", Shown.money(offer().dealTerms().price()));
        display.set("deal_terms", offer().dealTerms().json());
        return new Asked(
                Optional.of(OfferCreate.chain(offer().negotiation().id())),
                offer().id(),
                Shown.about(listing, offer()),
                display,
                offer().expiresAt(),
                (held, until) -> rules.moves().ask(held, offer(), until, now));
    }

    private Standings.Answering standing() {
        return named.orElseThrow();
    }

    private Offer offer() {
        return standing().offer().offer();
    }
}
