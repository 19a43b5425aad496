package dev.rctp.gateway.enforce;

import dev.rctp.attest.deal.DealState;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code deal.commit_to_ship}: the seller's agent promises to ship, once, on a deal that goes on.
 *
 * @param known the deal, where it is the granting seller's
 */
record DealCommit(String verb, Optional<OpenDeal> known, ObjectNode body, Standing standing, Instant now)
        implements VerbCase.Forwarded {

    private static final Set<DealState> OVER = EnumSet.of(DealState.RELEASED, DealState.REFUNDED, DealState.LAPSED);

    @Override
    public Optional<Forbid> subject() {
        return known.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    /** The listing is sold. */
    @Override
    public Optional<Forbid> listing() {
        return Optional.empty();
    }

    /** Not in the past: who promises that has not understood what is asked. */
    @Override
    public Optional<Forbid> dealTerms() {
        String shipBy = body.path("ship_by").stringValue(null);
        return shipBy == null || Instant.parse(shipBy).isAfter(now)
                ? Optional.empty()
                : Optional.of(Refusals.shipBy(verb));
    }

    @Override
    public Optional<Forbid> state() {
        boolean over = OVER.contains(deal().history().money().state(now));
        return over || deal().deal().committed() ? Optional.of(Refusals.noCommitment(verb)) : Optional.empty();
    }

    @Override
    public Plan plan(String intent) {
        Map<String, String> names = new HashMap<>(Forwarding.names(offer()));
        names.put("rctp-deal", deal().deal().id());
        ObjectNode recorded = JsonNodeFactory.instance.objectNode();
        recorded.put("deal_id", deal().deal().id());
        Shown.member(recorded, body, "ship_by");
        return new Plan(
                deal().chain(),
                new Step.DealCommitted(deal().at(now)),
                Moves.commit(intent, deal().deal().id(), deal().deal().version()),
                offer().termsCommitment(),
                names,
                recorded);
    }

    @Override
    public Asked asked() {
        ObjectNode about = named();
        about.put("offer_id", offer().id());
        about.set("price", Shown.money(offer().dealTerms().price()));
        about.set("deal_terms", offer().dealTerms().json());
        ObjectNode display = named();
        display.put("title", deal().deal().title()).put("offer_id", offer().id());
        display.set("price", Shown.money(offer().dealTerms().price()));
        display.set("deal_terms", offer().dealTerms().json());
        Shown.member(display, body, "ship_by");
        display.putObject("buyer")
                .put("operator", standing.name(offer().negotiation().operator()));
        return new Asked(
                Optional.of(deal().chain()),
                deal().deal().id(),
                about,
                display,
                deal().history().money().state(now) == DealState.OPEN
                        ? deal().agreement().lapsesAt()
                        : Instant.MAX,
                (approval, until) -> Beginning.nothing());
    }

    private ObjectNode named() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("deal_id", deal().deal().id())
                .put("listing_id", offer().negotiation().listing().value());
    }

    private OpenDeal deal() {
        return known.orElseThrow();
    }

    private Offer offer() {
        return deal().deal().offer();
    }
}
