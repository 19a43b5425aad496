package dev.rctp.gateway.enforce;

import dev.rctp.gateway.enforce.Facts.Known;
import dev.rctp.msgsig.profile.Operator;
import dev.rctp.registries.Money;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.StandingListing;
import dev.rctp.terms.negotiation.Agent;
import dev.rctp.terms.negotiation.Checkout;
import dev.rctp.terms.negotiation.Counterparty;
import dev.rctp.terms.negotiation.DealTerms;
import dev.rctp.terms.negotiation.Standings;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Brings a call with a valid body before its verb's judge. */
final class VerbCases {

    private final NegotiationRules rules;
    private final ListingIdFolding folding;

    VerbCases(NegotiationRules rules, ListingIdFolding folding) {
        this.rules = rules;
        this.folding = folding;
    }

    VerbCase of(AdmittedCall call, ObjectNode body, Known known, Instant now) throws InterruptedException {
        String verb = call.operation().action().name();
        Agent agent = new Agent(call.caller().group(), call.caller().key());
        return switch (known) {
            case Known.OfListing of -> new AnswerBuyer(verb, of.listing(), of.listingHash(), body, now);
            case Known.NewListing fresh ->
                new ListingCreate(verb, seller(call), body, isTermSet(body), approval(call), fresh.signed(), now);
            case Known.Terms terms ->
                new ListingSetTerms(
                        verb,
                        terms.listing(),
                        body,
                        !body.has("term_set") || isTermSet(body),
                        approved(call, terms),
                        rules,
                        now);
            case Known.Offering offering -> offer(call, body, offering, agent, now);
            case Known.Asking asking ->
                new ListingReprice(
                        verb,
                        asking.standing(),
                        asking.listingHash(),
                        agent,
                        money(body.path("list_price")),
                        rules,
                        now);
            case Known.Answering answering ->
                verb.equals("offer.accept")
                        ? new OfferAccept(
                                verb, answering.standing(), approval(call), answering.listingHash(), rules, now)
                        : new OfferCounter(
                                verb, answering.standing(), answering.listingHash(), agent, wish(body), rules, now);
            case Known.Redeeming redeeming ->
                new DealOpen(
                        verb,
                        redeeming,
                        agent,
                        Checkout.digest(body.path("checkout").stringValue()),
                        rules,
                        now);
            case Known.OfDeal of ->
                call instanceof PartyCall party
                        ? DealEvent.of(party, of.deal(), body, rules.deals(), now)
                        : new DealCommit(
                                verb,
                                of.deal().filter(deal -> deal.isSellers(seller(call))),
                                body,
                                rules.standing(),
                                now);
        };
    }

    private VerbCase offer(AdmittedCall call, ObjectNode body, Known.Offering offering, Agent agent, Instant now) {
        String verb = call.operation().action().name();
        Optional<Standings.Offering> standing = offering.standing();
        StandingListing listing = standing.map(Standings.Offering::listing).orElse(null);
        if (standing.isEmpty() || listing == null || !listing.listing().hasApprovedTerms()) {
            Optional<ListingId> named = Optional.ofNullable(
                            call.operation().subjectIds().get("listing_id"))
                    .flatMap(text -> ListingId.parse(text, folding));
            return new OrdinaryOffer(verb, named, listing, now);
        }
        Counterparty company = switch (call.caller()) {
            case Caller.Agent known -> counterparty(known.verified().operator());
        };
        return new OfferCreate(verb, standing.get(), agent, company, wish(body), offering.superseded(), rules, now);
    }

    private boolean isTermSet(ObjectNode body) {
        return rules.termSets().contains(body.path("term_set").stringValue());
    }

    private static String seller(AdmittedCall call) {
        return switch (call) {
            case GrantedCall granted -> granted.grant().sub();
            case BuyerCall _, PartyCall _ -> throw new IllegalArgumentException("no call on the seller's side");
        };
    }

    private static ListingSetTerms.@Nullable Approved approved(AdmittedCall call, Known.Terms terms) {
        String id = approval(call);
        return id == null
                ? null
                : new ListingSetTerms.Approved(
                        id, terms.listingHash().orElse(""), terms.signed().orElseThrow());
    }

    private static @Nullable String approval(AdmittedCall call) {
        return call instanceof GrantedCall granted ? granted.approval() : null;
    }

    private static Counterparty counterparty(Operator operator) {
        return new Counterparty(
                operator.jurisdiction(), operator.incidentSlaHours(), Set.copyOf(operator.certifications()));
    }

    private static OfferWish wish(ObjectNode body) {
        JsonNode expiresAt = body.get("expires_at");
        return new OfferWish(
                DealTerms.of(body.path("deal_terms")),
                text(body.get("supersedes")),
                expiresAt == null ? null : Instant.parse(expiresAt.stringValue()));
    }

    private static @Nullable String text(@Nullable JsonNode member) {
        return member == null ? null : member.stringValue();
    }

    private static Money money(JsonNode json) {
        return new Money(json.path("amount").longValue(), json.path("currency").stringValue());
    }
}
