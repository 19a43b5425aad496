package dev.rctp.gateway.enforce;

import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Agent;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.Standings;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code offer.counter}: the seller's own offer in answer to a buyer's, under the terms that hold now (OFF-5, OFF-9).
 *
 * @param listingHash what the listing was when its seller was asked (APR-6); empty before anybody was
 */
record OfferCounter(
        String verb,
        Optional<Standings.Answering> named,
        Optional<String> listingHash,
        Agent seller,
        OfferWish wish,
        NegotiationRules rules,
        Instant now)
        implements VerbCase.Forwarded {

    @Override
    public Optional<Forbid> subject() {
        return named.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    @Override
    public Optional<Forbid> listing() {
        if (!current().hasApprovedTerms()) {
            return Optional.of(Refusals.withoutTerms(verb));
        }
        if (current().isClosedAt(now)) {
            return Optional.of(Refusals.closed(verb));
        }
        return standing().asking().listing().isHeldAt(now, offer().id())
                ? Optional.of(Refusals.reserved(verb))
                : Optional.empty();
    }

    @Override
    public Optional<Forbid> buyerRequirements() {
        return OfferAccept.stillTrading(verb, standing(), rules);
    }

    @Override
    public Optional<Forbid> dealTerms() {
        return wish.refusal(verb, current(), rules.expiry(), now);
    }

    @Override
    public Optional<Forbid> state() {
        return OfferAccept.stateFor(verb, standing(), OfferState.Move.COUNTER)
                .or(() -> AnswerBuyer.unchanged(verb, listingHash, current()));
    }

    @Override
    public Optional<Forbid> budget() {
        return rules.limits().areUsedUp(standing().asking().prices())
                ? Optional.of(Refusals.budget(verb))
                : Optional.empty();
    }

    @Override
    public Beginning idle() {
        return rules.moves().idlePrice(current().id(), seller, wish.dealTerms().price(), now);
    }

    @Override
    public Optional<BelowFloor> floor() {
        if (!rules.floors()
                .of(standing().asking().listing())
                .isAbove(wish.dealTerms().price())) {
            return Optional.empty();
        }
        return Optional.of(new BelowFloor(
                Refusals.belowFloor(verb),
                rules.moves()
                        .refusedPrice(current().id(), seller, wish.dealTerms().price(), now),
                OfferCreate.chain(offer().negotiation().id()),
                Forwarding.recorded(counter())));
    }

    @Override
    public Asked asked() {
        ObjectNode about = Shown.about(current()).put("offer_id", offer().id());
        about.set("price", Shown.money(wish.dealTerms().price()));
        about.set("deal_terms", wish.dealTerms().json());
        ObjectNode display = Shown.offer(current(), offer(), rules.standing());
        display.set("price", Shown.money(wish.dealTerms().price()));
        display.set("deal_terms", wish.dealTerms().json());
        if (wish.expiresAt() != null) {
            display.put("expires_at", wish.expiresAt().toString());
        }
        display.set("offered", Shown.money(offer().dealTerms().price()));
        return new Asked(
                Optional.of(OfferCreate.chain(offer().negotiation().id())),
                offer().id(),
                about,
                display,
                offer().expiresAt(),
                (approval, until) -> rules.moves()
                        .askPrice(
                                approval,
                                current().id(),
                                seller,
                                wish.dealTerms().price(),
                                now));
    }

    @Override
    public Plan plan(String intent) {
        Offer counter = counter();
        return new Plan(
                OfferCreate.chain(counter.negotiation().id()),
                new Step.OfferMade(counter),
                rules.moves().counter(intent, offer(), counter, seller, now),
                counter.termsCommitment(),
                Forwarding.names(counter),
                Forwarding.recorded(counter));
    }

    private Offer counter() {
        return new Offer(
                rules.ids().next("off_"),
                offer().negotiation(),
                Offer.Party.SELLER,
                wish.dealTerms(),
                current().approvedCommitment(),
                null,
                expiresAt().orElseThrow(),
                OfferState.OPEN);
    }

    private Optional<Instant> expiresAt() {
        return wish.endsAt(current(), rules.expiry(), now);
    }

    private Standings.Answering standing() {
        return named.orElseThrow();
    }

    private Offer offer() {
        return standing().offer().offer();
    }

    private PublicListing current() {
        return standing().asking().listing().listing();
    }
}
