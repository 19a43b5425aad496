package dev.rctp.conformance.s12invariants;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.util.List;

/** A listing from its proposal to its deal, with prices over and under the floor. */
record Life(Listing listing, Deal deal) {

    /** Lived through; each step blocks the test if it doesn't go as it should. */
    static Life lived(Trial t) {
        Scene scene = t.scene();
        Listing listing = proposed(t);
        long below = listing.floor() - 1;
        t.control(scene.offer(scene.buyer(), listing, below), 403);
        Offer offer = scene.offered(scene.buyer(), listing, Scene.LIST_PRICE);
        t.control(scene.counter(offer, below), 403);
        t.control(scene.reprice(listing, below), 403);
        t.control(scene.reprice(listing, Scene.LIST_PRICE - 1), 200);
        t.control(scene.answerBuyer(listing, "It is still there."), 200);
        t.control(scene.setTerms(listing), 202);
        t.control(scene.read(scene.otherBuyer(), "/listings/" + listing.id() + "/terms"), 200);
        t.control(scene.sellerReads("/listings/" + listing.id() + "/offers"), 200);
        t.control(scene.read(scene.buyer(), "/offers/" + offer.id()), 200);
        t.control(scene.counter(offer, listing.floor() + 100), 201);
        Offer last = scene.offered(scene.buyer(), listing, Scene.LIST_PRICE);
        Answer accepted = t.control(scene.accept(last), 200);
        t.control(scene.read(scene.buyer(), "/offers/" + last.id()), 200);
        Deal deal = scene.opened(new Offer(
                last.buyer(),
                listing,
                t.said(accepted.json(), "The accepted offer").object()));
        t.control(scene.read(scene.buyer(), "/deals/" + deal.id()), 200);
        return new Life(listing, deal);
    }

    /** A listing whose agent proposed its very floor (LST-3). */
    private static Listing proposed(Trial t) {
        long floor = 8_200_000L + t.world().random().nextInt(1_700_000);
        return t.scene()
                .listing(
                        request -> {
                            request.putObject("proposed_terms").set("floor", Json.eur(floor));
                            return request;
                        },
                        terms -> {
                            terms.set("floor", Json.eur(floor));
                            return terms;
                        });
    }

    /** All that its parties can read of its records. */
    List<Call> records(Trial t) {
        Scene scene = t.scene();
        String negotiation = "/records/negotiation/" + deal.offer().negotiation();
        return List.of(
                scene.sellerReads("/records/listing/" + listing.id()),
                scene.sellerReads("/records/listing/" + listing.approvalId()),
                scene.sellerReads(negotiation),
                scene.read(scene.buyer(), negotiation),
                scene.read(scene.buyer(), "/records/deal/" + deal.id()));
    }
}
