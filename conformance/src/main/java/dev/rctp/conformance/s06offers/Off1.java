package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** OFF-1: what an offer is, and its Deal Terms. */
public final class Off1 implements Section {

    private static final long PRICE = 9_000_000;

    @Override
    public void register(Suite suite) {
        suite.test("OFF-1.1", Off1::members);
        suite.test("OFF-1.2", Off1::supersedes);
        suite.test("OFF-1.3", t -> outside(t, Json.dealTerms(Json.eur(PRICE), "courier", "escrow")));
        suite.test("OFF-1.4", t -> outside(t, Json.dealTerms(Json.eur(PRICE), "shipping", "bank_transfer")));
        suite.test("OFF-1.5", t -> outside(t, Json.dealTerms(Json.money(PRICE, "USD"), "shipping", "escrow")));
    }

    private static void members(Trial t) {
        Listing listing = t.scene().listing();
        Answer offer = t.control(t.scene().offer(t.scene().buyer(), listing, PRICE), 201);
        for (String member : List.of("offer_id", "by", "deal_terms", "negotiation_id", "expires_at", "state")) {
            t.that(offer.json().hasNonNull(member), "The offer was to have `" + member + "`: " + offer.inShort());
        }
    }

    private static void supersedes(Trial t) {
        Offer first = t.scene().offered(t.scene().buyer(), t.scene().listing(), PRICE);
        Offer second = t.scene().offer(first.buyer(), first.listing(), t.scene().superseding(first, PRICE + 1));
        t.equal(first.id(), second.json().path("supersedes").asString(""), "`supersedes` of the second offer");
        t.that(!first.json().has("supersedes"), "The first offer was to have no `supersedes`: " + first.json());
    }

    private static void outside(Trial t, ObjectNode dealTerms) {
        Listing listing = t.scene().listing(Off1::fewOptions);
        Offer first = t.scene().offered(t.scene().buyer(1), listing, PRICE);
        Offer second = t.scene().offered(t.scene().buyer(2), listing, PRICE);
        t.refused(t.send(t.scene().offer(t.scene().buyer(3), listing, dealTerms)), 422, "terms_invalid");
        t.control(t.scene().counter(first, PRICE + 1), 201);
        t.refused(t.send(Bargain.dealTerms(t.scene().counter(second, PRICE + 1), dealTerms)), 422, "terms_invalid");
    }

    private static ObjectNode fewOptions(ObjectNode terms) {
        terms.putArray("fulfillment_options").add("pickup").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        return terms;
    }
}
