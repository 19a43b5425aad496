package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.upstream.Forward;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Tier;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code offer.counter} and {@code offer.accept}: what a seller's agent does with an offer (OFF-5, OFF-7 to OFF-9). */
final class Answers {

    private static final Duration CHECKOUT_LIFE = Duration.ofMinutes(30);

    private final Parts parts;
    private final Offers offers;
    private final Notices notices;

    Answers(Parts parts, Offers offers, Notices notices) {
        this.parts = parts;
        this.offers = offers;
        this.notices = notices;
    }

    Plan counter(Case judged) {
        recordedAt(judged);
        ObjectNode body = judged.body("offer-counter-request");
        Offer offer = own(judged);
        Listing listing = offer.listing();
        Terms terms = open(judged, offer);
        JsonNode dealTerms = body.path("deal_terms");
        offers.within(judged, terms, dealTerms);
        Instant expiresAt = offers.expiry(judged, terms, body);
        standing(judged, offer);
        price(judged, listing, terms, dealTerms.path("price"));
        Offer counter = new Offer(parts.ids().fresh("off_"), false, offer.negotiation, dealTerms, expiresAt, terms);
        counter.answers = offer;
        Plan plan = plan(judged, offer, terms.commitment(), counter.id);
        plan.status = 201;
        plan.about.set("price", dealTerms.path("price"));
        plan.about.set("deal_terms", dealTerms);
        plan.display.set("deal_terms", dealTerms);
        plan.recorded.set("counter", counter.shown(judged.now));
        plan.begin = () -> {
            parts.state().offers.put(counter.id, counter);
            listing.offers.add(counter);
            offer.moving = true;
        };
        plan.undo = () -> {
            parts.state().offers.remove(counter.id);
            listing.offers.remove(counter);
            offer.moving = false;
        };
        plan.done = _ -> {
            counter.untaken = false;
            offer.moving = false;
            offer.written = "countered";
            notices.toBuyer(offer, "offer.updated", offer.id, "countered");
            notices.toBuyer(offer, "offer.created", counter.id, "open");
            return counter.shown(parts.now());
        };
        return plan;
    }

    Plan accept(Case judged) {
        recordedAt(judged);
        judged.body("offer-accept-request");
        Offer offer = own(judged);
        Terms terms = open(judged, offer);
        standing(judged, offer);
        Listing listing = offer.listing();
        Terms judgedBy = parts.broken(Fault.ACCEPT_BY_NEW_TERMS) ? terms : offer.terms;
        if (offer.amount() < judgedBy.floor()) {
            throw judged.refuse(Reason.BELOW_FLOOR, "The price is below what the seller takes.");
        }
        Plan plan = plan(judged, offer, offer.terms.commitment(), offer.id);
        plan.about.set("price", offer.dealTerms.path("price"));
        plan.about.set("deal_terms", offer.dealTerms);
        plan.begin = () -> {
            listing.hold = offer;
            offer.moving = true;
        };
        plan.undo = () -> {
            listing.hold = null;
            offer.moving = false;
        };
        plan.done = _ -> {
            offer.moving = false;
            offer.written = "accepted";
            reserve(listing, offer);
            notices.toBuyer(offer, "offer.updated", offer.id, "accepted");
            ObjectNode shown = offer.shown(parts.now());
            if (offer.checkout != null && parts.broken(Fault.CHECKOUT_SHOWN_TO_SELLER)) {
                shown.put("checkout", offer.checkout.token);
            }
            return shown;
        };
        return plan;
    }

    private void reserve(Listing listing, Offer offer) {
        Instant now = parts.now();
        Checkout checkout = new Checkout(token(listing, offer, now), offer, now.plus(CHECKOUT_LIFE));
        checkout.voided = listing.withdrawn || listing.era != offer.era;
        offer.checkout = checkout;
        parts.state().checkouts.put(checkout.token, checkout);
    }

    private String token(Listing listing, Offer offer, Instant now) {
        ObjectNode claims = Json.object()
                .put("iss", parts.config().profileUrl())
                .put("jti", parts.ids().fresh("chk_"))
                .put("listing_id", listing.id)
                .put("listing_hash", listing.hash())
                .put("offer_id", offer.id)
                .put("negotiation_id", offer.negotiation.id());
        claims.set("deal_terms", offer.dealTerms);
        if (parts.broken(Fault.CHECKOUT_AT_ANOTHER_PRICE)) {
            claims.set("deal_terms", offer.dealTerms.deepCopy());
            claims.withObject("/deal_terms/price").put("amount", 1);
        }
        claims.put("buyer_jkt", offer.negotiation.jkt())
                .put("nonce", parts.ids().nonce());
        claims.put("iat", now.getEpochSecond())
                .put("exp", now.plus(CHECKOUT_LIFE).getEpochSecond());
        return parts.ledger().sign("rctp-checkout+jwt", claims);
    }

    /** Refusals on an offer to the seller stand in its negotiation, those of its body too (REC-1). */
    private void recordedAt(Case judged) {
        Offer offer = parts.state().offers.get(judged.call.param("offer_id"));
        if (offer != null && answerable(offer) && offer.listing().seller.equals(judged.seller())) {
            judged.at(new Place(offer.negotiation.subject(), "seller", "seller"));
        }
    }

    private static boolean answerable(Offer offer) {
        return !offer.untaken && !offer.written.equals("refused") && offer.era == offer.listing().era;
    }

    /** The offer of a seller's call: what isn't on a listing of the grant's seller is unknown (LST-8). */
    private Offer own(Case judged) {
        Offer offer = parts.state().offers.get(judged.call.param("offer_id"));
        if (offer == null || !answerable(offer)) {
            throw Case.stranger();
        }
        boolean own = offer.listing().seller.equals(judged.seller());
        if (!own && !parts.broken(Fault.OFFER_OWNERSHIP_UNCHECKED)) {
            throw Case.stranger();
        }
        judged.at(new Place(offer.negotiation.subject(), "seller", "seller"));
        return offer;
    }

    private Terms open(Case judged, Offer offer) {
        Listing listing = offer.listing();
        Terms terms = listing.terms;
        if (terms == null) {
            throw judged.refuse(Reason.NOT_IN_SCOPE, "The listing has no approved terms.");
        }
        if (listing.closed(judged.now)) {
            throw judged.refuse(Reason.LISTING_CLOSED, "The listing is closed.");
        }
        Offer holder = listing.heldBy(judged.now);
        if (holder != null && holder != offer && !parts.broken(Fault.TWO_ACCEPTS_WIN)) {
            throw judged.refuse(Reason.LISTING_RESERVED, "Another accepted offer holds the listing.");
        }
        return terms;
    }

    private void standing(Case judged, Offer offer) {
        String state = offer.state(judged.now);
        if (state.equals("awaiting_approval") && judged.approved != null) {
            state = "open";
        }
        if (state.equals("expired") && parts.broken(Fault.EXPIRED_OFFER_STANDS)) {
            state = "open";
        }
        if (state.equals("expired")) {
            throw judged.refuse(Reason.OFFER_EXPIRED, "The offer has expired.");
        }
        boolean buyers = offer.byBuyer || parts.broken(Fault.COUNTER_CAN_BE_ACCEPTED);
        if (!buyers || offer.moving || !state.equals("open")) {
            throw judged.refuse(Reason.OFFER_NOT_OPEN, "The offer is not one of a buyer's that is open.");
        }
    }

    /** A price that a seller's agent names is not below the floor (OFF-5, LST-5, OFF-9). */
    void price(Case judged, Listing listing, Terms terms, JsonNode price) {
        if (parts.budgets().sellerIsOut(listing.id, judged.jkt(), judged.now)) {
            throw judged.refuse(Reason.OFFER_BUDGET_EXCEEDED, "Too many prices were tried on this listing.");
        }
        long amount = price.path("amount").longValue();
        boolean below = amount < terms.floor();
        if (judged.call.verb().name().equals("OFFER_COUNTER") && parts.broken(Fault.COUNTER_BELOW_FLOOR_ACCEPTED)) {
            below = false;
        }
        if (judged.call.verb().name().equals("LISTING_REPRICE") && parts.broken(Fault.REPRICE_BELOW_FLOOR_ACCEPTED)) {
            below = false;
        }
        boolean forbidden = judged.call.tier() == Tier.FORBID;
        parts.budgets().named(listing.id, judged.jkt(), amount, terms.currency(), below, forbidden, judged.now);
        if (below) {
            judged.at(judged.place().forKey(judged.jkt()));
            judged.tried.set("price", price);
            throw judged.refuse(BelowFloor.answer(terms.floor(), amount, parts.faults()));
        }
    }

    private Plan plan(Case judged, Offer offer, String commitment, String named) {
        Listing listing = offer.listing();
        Plan plan = new Plan(
                judged,
                judged.place(),
                listing,
                Forward.of(judged.call, parts.ids().fresh("int_"))
                        .with("RCTP-Terms", commitment)
                        .with("RCTP-Offer", named)
                        .with("RCTP-Negotiation", offer.negotiation.id()));
        plan.offer = offer;
        plan.about.put("listing_id", listing.id).put("offer_id", offer.id).put("listing_hash", listing.hash());
        plan.display.set("listing", listing.shown());
        plan.display.set("offer", offer.shown(judged.now));
        plan.recorded
                .put("terms_commitment", commitment)
                .put("listing_id", listing.id)
                .put("offer_id", offer.id);
        listing.sellerOperators.add(judged.call.caller().profile());
        return plan;
    }
}
