package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s05listings.Edited;
import dev.rctp.conformance.s05listings.Form;
import dev.rctp.conformance.s05listings.Terms;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.Exchange;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/**
 * What the tests of section 6 have in common.
 *
 * @param t the test
 */
record Bargain(Trial t) {

    /** The longest that the target may take for what it does after an approval. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration MOMENT = Duration.ofSeconds(4);

    /** An offer as its buyer sees it now. */
    Answer seen(Offer offer) {
        return t.control(t.scene().read(offer.buyer(), "/offers/" + offer.id()), 200);
    }

    /** Its state now. */
    String state(Offer offer) {
        return seen(offer).at("state").asString("");
    }

    /** Judges its state now. */
    void stands(Offer offer, String state, String which) {
        t.equal(state, state(offer), "The state of " + which);
    }

    /** The same, within what an approval may take to be carried out. */
    void comesTo(Offer offer, String state, String which) {
        t.eventually(
                "The state of " + which + " was to become " + state + ".",
                SOON,
                () -> state(offer).equals(state) ? state : null);
    }

    /** A call for the same with other Deal Terms. */
    static Call dealTerms(Call call, JsonNode terms) {
        return Edited.body(call, body -> Terms.with(body, "deal_terms", terms));
    }

    /** A call for an offer until then. */
    static Call until(Call call, Instant end) {
        return Edited.body(
                call, body -> Terms.with(body, "expires_at", StringNode.valueOf(Terms.until(end, Duration.ZERO))));
    }

    /** The control of an acceptance: that of an open offer on a listing of its own. */
    void acceptable() {
        Listing listing = t.scene().listing(terms -> terms);
        t.control(t.scene().accept(t.scene().offered(t.scene().buyer(), listing, listing.listPrice())), 200);
    }

    /** Makes below-floor offers, each higher than the one before; each is refused as such. */
    void tries(Agent buyer, Listing listing, int count) {
        for (int n = count; n > 0; n--) {
            t.refused(t.send(t.scene().offer(buyer, listing, listing.floor() - n)), 403, "below_floor");
        }
    }

    /** The buyer agent's limit on the listing is reached. */
    void exhausted(Agent buyer, Listing listing) {
        for (int n = 3; n > 0; n--) {
            t.control(t.scene().offer(buyer, listing, listing.floor() - n), 403);
        }
    }

    /** An offer whose acceptance the seller is asked for. */
    Asked awaiting(Offer offer) {
        return t.scene().askBy("offer_accept", t.scene().accept(offer));
    }

    /** The seller says no to it. */
    void declined(Offer offer) {
        Answer answer = awaiting(offer).decline();
        t.blockedUnless(answer.status() == 200, "The seller's no was not taken: " + answer.inShort());
    }

    /** Other terms of the listing, with this floor, are approved. */
    void otherFloor(Listing listing, long floor) {
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        form.approve(Terms.with(form.goods(), "floor", Json.eur(floor)));
    }

    /** The target's time goes on, and the seller's agent gets a token that is good then. */
    void later(Duration by) {
        t.world().clock().advance(by);
        t.scene().grant().newToken();
    }

    /** A time, in whole seconds, that is over soon, but not before some calls of the length of the longest so far. */
    Instant soon() {
        Duration longest = t.exchanges().stream()
                .map(Exchange::took)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return Instant.parse(Terms.until(t.world().clock().now(), MOMENT.plus(longest.multipliedBy(4))));
    }

    /** Waits until the moment is over. */
    void at(Instant moment) {
        Duration left = Duration.between(t.world().clock().now(), moment);
        t.awaited(left.plus(SOON), () -> t.world().clock().now().isAfter(moment) ? moment : null);
    }
}
