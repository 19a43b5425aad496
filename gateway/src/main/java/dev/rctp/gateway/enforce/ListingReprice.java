package dev.rctp.gateway.enforce;

import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.registries.Money;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.TermFault;
import dev.rctp.terms.negotiation.Agent;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Standings;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code listing.reprice}: another list price, never below the floor, for future offers only (LST-5, OFF-9).
 *
 * @param listingHash what the listing was when its seller was asked (LST-7); empty before anybody was
 */
record ListingReprice(
        String verb,
        Optional<Standings.Asking> named,
        Optional<String> listingHash,
        Agent seller,
        Money price,
        NegotiationRules rules,
        Instant now)
        implements VerbCase.Forwarded {

    @Override
    public Optional<Forbid> subject() {
        return named.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    @Override
    public Optional<Forbid> listing() {
        return AnswerBuyer.openListing(verb, current(), now);
    }

    @Override
    public Optional<Forbid> dealTerms() {
        return price.currency().equals(current().listPrice().currency())
                ? Optional.empty()
                : Optional.of(
                        Refusals.terms(verb, List.of(new TermFault("list_price", "is not in the listing's currency"))));
    }

    /** The seller approved another price for the listing as it was then (LST-7). */
    @Override
    public Optional<Forbid> state() {
        return AnswerBuyer.unchanged(verb, listingHash, current());
    }

    @Override
    public Optional<Forbid> budget() {
        return rules.limits().areUsedUp(standing().prices()) ? Optional.of(Refusals.budget(verb)) : Optional.empty();
    }

    @Override
    public Optional<Forbid> inMotion() {
        return standing().listing().isBeingRepriced() ? Optional.of(Refusals.inMotion(verb)) : Optional.empty();
    }

    @Override
    public Beginning idle() {
        return rules.moves().idlePrice(current().id(), seller, price, now);
    }

    @Override
    public Optional<BelowFloor> floor() {
        if (!rules.floors().of(standing().listing()).isAbove(price)) {
            return Optional.empty();
        }
        return Optional.of(new BelowFloor(
                Refusals.belowFloor(verb),
                rules.moves().refusedPrice(current().id(), seller, price, now),
                AnswerBuyer.chain(current()),
                recorded()));
    }

    @Override
    public Asked asked() {
        ObjectNode about = Shown.about(current());
        about.set("price", Shown.money(price));
        ObjectNode display = Shown.listing(current());
        display.set("price", Shown.money(price));
        return new Asked(
                Optional.of(AnswerBuyer.chain(current())),
                current().id().value(),
                about,
                display,
                current().availableUntil(),
                (approval, until) -> rules.moves().askPrice(approval, current().id(), seller, price, now));
    }

    @Override
    public Plan plan(String intent) {
        return new Plan(
                AnswerBuyer.chain(current()),
                new Step.ListingRepriced(current().at(price)),
                rules.moves().reprice(intent, current(), seller, price, now),
                Forwarding.terms(current().termsCommitment()),
                Map.of(),
                recorded());
    }

    private ObjectNode recorded() {
        ObjectNode recorded = JsonNodeFactory.instance.objectNode();
        recorded.putObject("list_price").put("amount", price.amount()).put("currency", price.currency());
        return recorded;
    }

    private Standings.Asking standing() {
        return named.orElseThrow();
    }

    private PublicListing current() {
        return standing().listing().listing();
    }
}
