package dev.rctp.gateway.enforce;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.ReleaseCondition;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Agent;
import dev.rctp.terms.negotiation.Deal;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.Standings;
import dev.rctp.terms.negotiation.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** {@code deal.open}: the buyer redeems the checkout of an accepted offer (CHK-1). */
record DealOpen(
        String verb, Facts.Known.Redeeming known, Agent buyer, String digest, NegotiationRules rules, Instant now)
        implements VerbCase {

    @Override
    public Optional<Forbid> subject() {
        return own().filter(DealOpen::stands).isPresent() ? Optional.empty() : Optional.of(Refusals.checkout(verb));
    }

    private static boolean stands(Standings.Redeeming redeeming) {
        return !redeeming.redeemed() && redeeming.offer().offer().state() == OfferState.ACCEPTED;
    }

    /** Later changes to the listing don't matter, for the checkout holds it; but its end does, and another seller's having it (LST-9). */
    @Override
    public Optional<Forbid> listing() {
        Standings.Redeeming redeeming = own().orElseThrow();
        PublicListing current = redeeming.listing().listing();
        Offer offer = redeeming.offer().offer();
        boolean held = redeeming.listing().isHeldBy(offer.id())
                && !current.closed()
                && current.isOf(offer.negotiation().seller());
        return held ? Optional.empty() : Optional.of(Refusals.closed(verb));
    }

    @Override
    public Plan plan(String intent) {
        Standings.Redeeming redeeming = own().orElseThrow();
        Offer offer = redeeming.offer().offer();
        Deal deal = new Deal(rules.ids().next("dea_"), offer, release(redeeming));
        Map<String, String> names = new HashMap<>(Forwarding.names(offer));
        names.put("rctp-deal", deal.id());
        return new Plan(
                new Subject("deal", deal.id()),
                new Step.DealOpened(deal),
                rules.moves().open(intent, deal, digest, now),
                offer.termsCommitment(),
                names,
                recorded(deal));
    }

    private ObjectNode recorded(Deal deal) {
        ObjectNode recorded = Forwarding.recorded(deal.offer());
        Receipt head = known.negotiation().orElseThrow();
        recorded.putObject("negotiation")
                .put("id", head.subject().id())
                .put("seq", head.seq())
                .put("hash", head.hash());
        return recorded.put("deal_id", deal.id());
    }

    private Optional<Standings.Redeeming> own() {
        return known.standing()
                .filter(redeeming -> redeeming.offer().offer().negotiation().isOf(buyer.operator(), buyer.jkt()));
    }

    private List<String> release(Standings.Redeeming redeeming) {
        try {
            String id = StrictJson.parseObject(redeeming.publicTerms().getBytes(StandardCharsets.UTF_8))
                    .path("release_condition")
                    .stringValue();
            ReleaseCondition condition = rules.releases()
                    .find(id)
                    .orElseThrow(() -> new IllegalStateException(
                            "approved terms have a release condition that is not registered"));
            return List.of(condition.checkpoint());
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("stored public terms are not JSON", e);
        }
    }
}
