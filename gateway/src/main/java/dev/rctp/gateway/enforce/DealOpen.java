package dev.rctp.gateway.enforce;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.attest.deal.Agreement;
import dev.rctp.attest.deal.DealMoney;
import dev.rctp.attest.deal.Party;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.ReleaseCondition;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Agent;
import dev.rctp.terms.negotiation.Deal;
import dev.rctp.terms.negotiation.DealRules;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.Standings;
import dev.rctp.terms.negotiation.Step;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code deal.open}: the buyer redeems the checkout of an accepted offer (CHK-1). */
record DealOpen(
        String verb, Facts.Known.Redeeming known, Agent buyer, String digest, NegotiationRules rules, Instant now)
        implements VerbCase.Forwarded {

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
        Agreement agreement = agreement(rules.ids().next("dea_"), redeeming);
        DealMoney money = DealMoney.opened(agreement);
        DealMoney.Next next = money.next(now);
        Deal deal = new Deal(agreement.dealId(), offer, money.state(now).code(), next.release(), next.refund());
        Map<String, String> names = new HashMap<>(Forwarding.names(offer));
        names.put("rctp-deal", deal.id());
        return new Plan(
                new Subject("deal", deal.id()),
                new Step.DealOpened(deal),
                rules.moves().open(intent, deal, dealRules(agreement), digest, now),
                offer.termsCommitment(),
                names,
                recorded(deal, agreement),
                Optional.empty(),
                known.negotiation());
    }

    private static DealRules dealRules(Agreement agreement) {
        return new DealRules(agreement.release().id(), agreement.deliverWithinDays(), agreement.lapsesAt());
    }

    /** All that the money rules ask of a deal stands in its first entry: {@link Agreement#of} reads it (EVT-4). */
    private ObjectNode recorded(Deal deal, Agreement agreement) {
        ObjectNode recorded = Forwarding.recorded(deal.offer());
        Receipt head = known.negotiation().orElseThrow();
        recorded.putObject("negotiation")
                .put("id", head.subject().id())
                .put("seq", head.seq())
                .put("hash", head.hash());
        return recorded.put("deal_id", deal.id())
                .put("release_condition", agreement.release().id())
                .put("deliver_within_days", agreement.deliverWithinDays())
                .put("lapses_at", agreement.lapsesAt().toString());
    }

    private Optional<Standings.Redeeming> own() {
        return known.standing()
                .filter(redeeming -> redeeming.offer().offer().negotiation().isOf(buyer.operator(), buyer.jkt()));
    }

    private Agreement agreement(String dealId, Standings.Redeeming redeeming) {
        JsonNode terms = terms(redeeming);
        ReleaseCondition release = rules.deals()
                .releases()
                .find(terms.path("release_condition").stringValue())
                .orElseThrow(() ->
                        new IllegalStateException("approved terms have a release condition that is not registered"));
        return new Agreement(
                dealId,
                new Party(buyer.operator(), buyer.jkt()),
                redeeming.offer().offer().dealTerms().price(),
                release,
                terms.path("deliver_within_days").intValue(),
                now.plus(rules.deals().fundsWithin()).truncatedTo(ChronoUnit.MILLIS));
    }

    private static JsonNode terms(Standings.Redeeming redeeming) {
        try {
            return StrictJson.parseObject(redeeming.publicTerms().getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("stored public terms are not JSON", e);
        }
    }
}
