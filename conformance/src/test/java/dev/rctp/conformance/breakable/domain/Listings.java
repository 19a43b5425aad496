package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Outcome.Refused;
import dev.rctp.conformance.breakable.call.Verb;
import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.upstream.Delivery;
import dev.rctp.conformance.breakable.upstream.Forward;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a seller's agent does with a listing (LST-3, LST-5, LST-7, LST-8). */
final class Listings {

    private final Parts parts;
    private final Answers answers;
    private final Consumer<Listing> changed;
    private final ListingForwards forwards;

    /** @param changed is told of each listing that isn't what it was */
    Listings(Parts parts, Answers answers, Consumer<Listing> changed) {
        this.parts = parts;
        this.answers = answers;
        this.changed = changed;
        this.forwards = new ListingForwards(parts);
    }

    Plan create(Case judged) {
        ObjectNode body = judged.body("listing-create-request");
        String set = Json.text(body, "term_set");
        known(judged, set);
        Approval yes = judged.approved;
        Terms terms = yes == null ? null : approved(judged, yes);
        Forward forward = forwards.withTerms(judged, body, terms);
        String chain = yes == null ? forward.key() : yes.id;
        Plan plan = new Plan(judged, new Place(Subject.listing(chain), "seller", "seller"), null, forward);
        Listing draft = new Listing("", judged.seller(), Json.text(body, "title"), body.path("list_price"), set);
        ObjectNode shown = draft.shown().without("listing_id");
        plan.form = true;
        plan.terms = terms;
        plan.proposed = body.get("proposed_terms");
        plan.status = 201;
        plan.about.put("listing_hash", Json.digest(shown)).put("term_set", set).set("price", body.path("list_price"));
        plan.display.setAll(shown);
        member(plan.display, "text", body.get("description"));
        member(plan.display, "category", body.get("category"));
        plan.recorded.put("listing_hash", Json.digest(shown));
        commitment(plan, terms);
        plan.done = done -> made(judged, draft, terms, plan.place.subject(), done);
        return plan;
    }

    private ObjectNode made(Case judged, Listing draft, @Nullable Terms terms, Subject from, Delivery.Done done) {
        JsonNode answer = done.json();
        String id = answer == null ? "" : Json.text(answer, "listing_id");
        Listing listing = parts.state()
                .listings
                .computeIfAbsent(
                        id, named -> new Listing(named, draft.seller, draft.title, draft.listPrice, draft.termSet));
        listing.terms = terms;
        listing.sellerOperators.add(judged.call.caller().profile());
        ObjectNode named = Json.object().put("action", "listing.create").put("listing_hash", listing.hash());
        named.set("made_in", from.json());
        parts.ledger().append(listing.subject(), "listing_named", named);
        return listing.shown();
    }

    Plan setTerms(Case judged) {
        recordedAt(judged);
        ObjectNode body = judged.body("listing-terms-request");
        Listing listing = own(judged);
        ended(judged, listing);
        String set = body.has("term_set") ? Json.text(body, "term_set") : listing.termSet;
        known(judged, set);
        inMotion(judged, listing);
        Approval yes = judged.approved;
        Terms terms = yes == null ? null : approved(judged, yes);
        Plan plan = new Plan(judged, judged.place(), listing, forwards.withTerms(judged, body, terms));
        plan.form = true;
        plan.terms = terms;
        plan.proposed = body.get("proposed_terms");
        plan.about
                .put("listing_id", listing.id)
                .put("listing_hash", listing.hash())
                .put("term_set", set);
        plan.display.setAll(listing.shown());
        plan.display.put("term_set", set);
        plan.recorded.put("listing_id", listing.id);
        commitment(plan, terms);
        plan.done = _ -> {
            listing.termSet = set;
            listing.terms = terms;
            if (terms != null && parts.broken(Fault.NEW_TERMS_FOR_OLD_OFFERS)) {
                listing.offers.forEach(offer -> offer.terms = terms);
            }
            changed.accept(listing);
            return listing.shown();
        };
        return plan;
    }

    Plan reprice(Case judged) {
        recordedAt(judged);
        ObjectNode body = judged.body("listing-reprice-request");
        Listing listing = own(judged);
        Terms terms = open(judged, listing);
        JsonNode price = body.path("list_price");
        if (!price.path("currency").equals(listing.listPrice.path("currency"))) {
            throw judged.refuse(
                    Reason.TERMS_INVALID,
                    "What is proposed is not within the listing's terms.",
                    "list_price",
                    "is not in the listing's currency");
        }
        inMotion(judged, listing);
        answers.price(judged, listing, terms, price);
        Plan plan = new Plan(judged, judged.place(), listing, forwards.asItCame(judged, listing));
        plan.about
                .put("listing_id", listing.id)
                .put("listing_hash", listing.hash())
                .set("price", price);
        plan.display.setAll(listing.shown());
        plan.display.set("price", price);
        plan.recorded
                .put("listing_id", listing.id)
                .put("terms_commitment", terms.commitment())
                .set("list_price", price);
        JsonNode before = listing.listPrice;
        plan.begin = () -> listing.repricing = true;
        plan.undo = () -> listing.repricing = false;
        plan.done = _ -> {
            listing.repricing = false;
            if (listing.listPrice.equals(before)) {
                listing.listPrice = price;
            }
            changed.accept(listing);
            return listing.shown();
        };
        return plan;
    }

    Plan answerBuyer(Case judged) {
        recordedAt(judged);
        ObjectNode body = judged.body("listing-answer-request");
        Listing listing = own(judged);
        Terms terms = open(judged, listing);
        Plan plan = new Plan(judged, judged.place(), listing, forwards.asItCame(judged, listing));
        plan.about.put("listing_id", listing.id).put("listing_hash", listing.hash());
        plan.display.setAll(listing.shown());
        plan.display.set("text", body.path("text"));
        member(plan.display, "in_reply_to", body.get("in_reply_to"));
        plan.recorded.put("listing_id", listing.id).put("terms_commitment", terms.commitment());
        return plan;
    }

    /** Refusals on a seller's own listing stand in its chain, those of its body too (REC-1). */
    private void recordedAt(Case judged) {
        Listing listing = parts.state().listings.get(judged.call.param("listing_id"));
        if (listing != null && listing.seller.equals(judged.seller())) {
            judged.at(new Place(listing.subject(), "seller", "seller"));
        }
    }

    private Listing own(Case judged) {
        Listing listing = parts.state().ownListing(judged, !parts.broken(Fault.LISTING_OWNERSHIP_UNCHECKED));
        judged.at(new Place(listing.subject(), "seller", "seller"));
        listing.sellerOperators.add(judged.call.caller().profile());
        return listing;
    }

    private Terms open(Case judged, Listing listing) {
        Terms terms = listing.terms;
        if (terms == null) {
            throw judged.refuse(Reason.NOT_IN_SCOPE, "The listing has no approved terms.");
        }
        boolean passes = judged.call.verb() == Verb.LISTING_REPRICE && parts.broken(Fault.WITHDRAWN_LISTING_REPRICED);
        if (listing.closed(judged.now) && !passes) {
            throw judged.refuse(Reason.LISTING_CLOSED, "The listing is closed.");
        }
        return terms;
    }

    private static void ended(Case judged, Listing listing) {
        if (listing.withdrawn || listing.sold != null) {
            throw judged.refuse(Reason.LISTING_CLOSED, "The listing is closed.");
        }
    }

    private static void inMotion(Case judged, Listing listing) {
        if (listing.repricing) {
            throw judged.refuse(
                    Refused.because(Reason.ENFORCEMENT_UNAVAILABLE, "in_progress", "A new price is on its way.")
                            .retryAfter(Duration.ofSeconds(1)));
        }
    }

    /** A term set that isn't enforced here can't be asked for (LST-1). */
    private void known(Case judged, String set) {
        boolean enforced = parts.registries().defaultTermSet().id().equals(set)
                || parts.config().texts("/terms/term_sets").contains(set);
        if (!enforced && !parts.broken(Fault.UNKNOWN_TERM_SET_TAKEN)) {
            throw judged.refuse(
                    Reason.TERMS_INVALID,
                    "The term set is not one that is enforced here.",
                    "term_set",
                    "is not enforced here");
        }
    }

    /** The terms that the seller's passkey signed, if they still can be (LST-3). */
    private static @Nullable Terms approved(Case judged, Approval yes) {
        Terms terms = yes.terms;
        if (terms != null && !judged.now.isBefore(terms.availableUntil())) {
            throw judged.refuse(
                    Reason.TERMS_INVALID, "The approved terms have ended.", "available_until", "is in the past");
        }
        return terms;
    }

    private static void commitment(Plan plan, @Nullable Terms terms) {
        if (terms != null) {
            plan.recorded.put("terms_commitment", terms.commitment());
        }
    }

    private static void member(ObjectNode display, String name, @Nullable JsonNode value) {
        if (value != null) {
            display.set(name, value);
        }
    }
}
