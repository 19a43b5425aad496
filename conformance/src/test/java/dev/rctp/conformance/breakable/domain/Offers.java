package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Outcome.Refused;
import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.conformance.breakable.domain.terms.DealTerms;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.upstream.Forward;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code offer.create}: a buyer's agent names a price (OFF-1 to OFF-6). */
final class Offers {

    private static final Duration USUAL = Duration.ofDays(2);
    private static final Duration LONGEST = Duration.ofDays(7);

    private final Parts parts;
    private final Notices notices;

    Offers(Parts parts, Notices notices) {
        this.parts = parts;
        this.notices = notices;
    }

    Plan create(Case judged) {
        String id = judged.call.param("listing_id");
        Listing listing = parts.state().listings.get(id);
        Negotiation negotiation = listing == null ? null : parts.state().between(listing, judged.call.caller());
        if (negotiation != null) {
            judged.at(new Place(negotiation.subject(), "buyer", "buyer"));
        }
        ObjectNode body = judged.body("offer-create-request");
        if (listing == null) {
            return ordinary(judged, id, null);
        }
        if (listing.closed(judged.now)) {
            throw judged.refuse(Reason.LISTING_CLOSED, "The listing is closed.");
        }
        if (listing.heldBy(judged.now) != null && !parts.broken(Fault.OFFERS_ON_A_HELD_LISTING)) {
            throw judged.refuse(Reason.LISTING_RESERVED, "An accepted offer holds the listing.");
        }
        Terms terms = listing.terms;
        return terms == null ? ordinary(judged, id, listing) : priced(judged, listing, terms, body, negotiation);
    }

    /** LST-6: the marketplace's own affair. */
    private Plan ordinary(Case judged, String id, @Nullable Listing listing) {
        if (parts.broken(Fault.ORDINARY_OFFER_REFUSED)) {
            throw judged.refuse(Reason.NOT_IN_SCOPE, "The listing has no approved terms.");
        }
        Place place = new Place(Subject.listing(id), "seller", "seller");
        Plan plan = new Plan(judged, place, listing, forward(judged));
        plan.forward = plan.forward.with("RCTP-Terms", "none");
        plan.status = 0;
        return plan;
    }

    private Forward forward(Case judged) {
        return Forward.of(judged.call, parts.ids().fresh("int_"));
    }

    private Plan priced(Case judged, Listing listing, Terms terms, ObjectNode body, @Nullable Negotiation negotiation) {
        eligible(judged, terms);
        JsonNode dealTerms = body.path("deal_terms");
        within(judged, terms, dealTerms);
        Offer earlier = superseded(judged, negotiation, Json.text(body, "supersedes"));
        Instant expiresAt = expiry(judged, terms, body);
        tried(judged, listing, terms, dealTerms, negotiation);
        Negotiation own = negotiation == null
                ? parts.state().begin(parts.ids().fresh("neg_"), listing, judged.call.caller())
                : negotiation;
        Offer offer = new Offer(parts.ids().fresh("off_"), true, own, dealTerms, expiresAt, terms);
        offer.supersedes = earlier;
        Plan plan = new Plan(judged, new Place(own.subject(), "buyer", "buyer"), listing, forward(judged));
        plan.forward = plan.forward
                .with("RCTP-Terms", terms.commitment())
                .with("RCTP-Offer", offer.id)
                .with("RCTP-Negotiation", own.id());
        plan.status = 201;
        plan.recorded
                .put("terms_commitment", terms.commitment())
                .put("listing_id", listing.id)
                .set("offer", offer.shown(judged.now));
        plan.begin = () -> {
            parts.state().offers.put(offer.id, offer);
            listing.offers.add(offer);
            moving(earlier, true);
        };
        plan.undo = () -> {
            parts.state().offers.remove(offer.id);
            listing.offers.remove(offer);
            moving(earlier, false);
        };
        plan.done = _ -> {
            offer.untaken = false;
            moving(earlier, false);
            supersede(earlier);
            notices.toSellers(listing, "offer.created", offer.id, "open");
            return offer.shown(parts.now());
        };
        return plan;
    }

    private static void moving(@Nullable Offer offer, boolean moves) {
        if (offer != null) {
            offer.moving = moves;
        }
    }

    private void supersede(@Nullable Offer earlier) {
        if (earlier == null || parts.broken(Fault.SUPERSEDED_STAYS_OPEN)) {
            return;
        }
        earlier.written = "superseded";
        notices.toSellers(earlier.listing(), "offer.updated", earlier.id, "superseded");
        for (Offer counter : earlier.listing().offers) {
            if (counter.answers == earlier && counter.written.equals("open")) {
                counter.written = "superseded";
                notices.toSellers(earlier.listing(), "offer.updated", counter.id, "superseded");
            }
        }
    }

    private void eligible(Case judged, Terms terms) {
        boolean meets = DealTerms.meets(
                terms.all().path("counterparty_requirements"),
                judged.call.caller().operator());
        if (!meets && !parts.broken(Fault.COUNTERPARTY_NOT_COMPARED)) {
            throw judged.refuse(
                    Reason.COUNTERPARTY_NOT_ELIGIBLE, "The company does not meet the seller's requirements.");
        }
    }

    /** Deal Terms have to be within the public terms, in their currency (OFF-1). */
    void within(Case judged, Terms terms, JsonNode dealTerms) {
        Map<String, String> faults = DealTerms.faults(terms, dealTerms, parts.faults());
        if (!faults.isEmpty()) {
            Refused answer = Refused.of(Reason.TERMS_INVALID, "What is proposed is not within the listing's terms.");
            faults.forEach(answer.detail()::put);
            throw judged.refuse(answer);
        }
    }

    private @Nullable Offer superseded(Case judged, @Nullable Negotiation negotiation, String id) {
        if (id.isEmpty()) {
            return null;
        }
        Offer named = parts.state().offers.get(id);
        boolean same = named != null && named.negotiation.equals(negotiation);
        if (named != null && !named.untaken && parts.broken(Fault.SUPERSEDES_ANOTHERS_OFFER)) {
            same = true;
        }
        String state = named == null ? "" : named.state(judged.now);
        boolean stands = state.equals("open") || state.equals("countered") || parts.broken(Fault.SUPERSEDES_WHAT_ENDED);
        if (named == null || !same || named.untaken || named.moving || !stands) {
            throw judged.refuse(
                    Reason.TERMS_INVALID,
                    "What is proposed is not within the listing's terms.",
                    "supersedes",
                    "is not an open or countered offer of this negotiation");
        }
        return named;
    }

    /** When the offer ends: 48 h, 7 days at most, never after the terms (OFF-4). */
    Instant expiry(Case judged, Terms terms, ObjectNode body) {
        String wish = Json.text(body, "expires_at");
        Instant end = wish.isEmpty() ? judged.now.plus(USUAL) : Instant.parse(wish);
        if (!end.isAfter(judged.now) && !parts.broken(Fault.PAST_EXPIRY_ACCEPTED)) {
            throw judged.refuse(
                    Reason.TERMS_INVALID,
                    "What is proposed is not within the listing's terms.",
                    "expires_at",
                    "is in the past");
        }
        Instant latest = judged.now.plus(LONGEST);
        if (end.isAfter(latest) && !parts.broken(Fault.EXPIRY_NOT_CLAMPED)) {
            end = latest;
        }
        boolean late = end.isAfter(terms.availableUntil());
        return late && !parts.broken(Fault.EXPIRY_AFTER_THE_TERMS) ? terms.availableUntil() : end;
    }

    private void tried(
            Case judged, Listing listing, Terms terms, JsonNode dealTerms, @Nullable Negotiation negotiation) {
        String operator = judged.call.caller().profile();
        notices.lapses(listing);
        if (parts.budgets().buyerIsOut(listing.id, operator, judged.jkt(), judged.now)) {
            throw judged.refuse(Reason.OFFER_BUDGET_EXCEEDED, "Too many prices were tried on this listing.");
        }
        long amount = dealTerms.path("price").path("amount").longValue();
        boolean below = amount < terms.floor();
        if (amount == terms.floor() - 1 && parts.broken(Fault.FLOOR_OFF_BY_ONE)) {
            below = false;
        }
        if (parts.broken(Fault.FLOOR_NOT_COMPARED)) {
            below = false;
        }
        parts.budgets().offered(listing.id, operator, judged.jkt(), amount, terms.currency(), below, judged.now);
        if (below) {
            Negotiation own = negotiation == null
                    ? parts.state().begin(parts.ids().fresh("neg_"), listing, judged.call.caller())
                    : negotiation;
            judged.at(new Place(own.subject(), "buyer", "buyer"));
            Offer refused = new Offer(parts.ids().fresh("off_"), true, own, dealTerms, judged.now, terms);
            refused.written = "refused";
            refused.untaken = false;
            parts.state().offers.put(refused.id, refused);
            listing.offers.add(refused);
            judged.tried.put("offer_id", refused.id).set("deal_terms", dealTerms);
            if (parts.broken(Fault.FLOOR_IN_REFUSALS_ENTRY)) {
                judged.tried.put("least", terms.floor());
            }
            if (parts.broken(Fault.REFUSED_OFFER_TOLD)) {
                notices.toSellers(listing, "offer.created", refused.id, "refused");
            }
            throw judged.refuse(BelowFloor.answer(terms.floor(), amount, parts.faults()));
        }
    }
}
