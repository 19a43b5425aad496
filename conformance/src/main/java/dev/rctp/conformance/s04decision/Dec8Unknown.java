package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.util.List;

/** Section 4 on ids: one that is unknown and one that isn't the caller's are the same 403. */
public final class Dec8Unknown implements Section {

    private static final String NO_OFFER = "off_aaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String NO_DEAL = "dea_aaaaaaaaaaaaaaaaaaaaaaaaaa";

    @Override
    public void register(Suite suite) {
        suite.test("DEC-8.23", Dec8Unknown::listings);
        suite.test("DEC-8.24", Dec8Unknown::offers);
        suite.test("DEC-8.25", Dec8Unknown::deals);
        suite.test("DEC-8.26", Dec8Unknown::reads);
        suite.test("DEC-8.27", Dec8Unknown::ordinaryOffer);
    }

    /** A token of another seller's for the same agent. */
    private static String others(Trial t) {
        Scene scene = t.scene();
        return scene.grant(scene.stranger(), scene.sellerAgent(), scene.everything())
                .token();
    }

    private static void listings(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing();
        String others = others(t);
        for (Call call : List.of(
                scene.reprice(listing, Scene.LIST_PRICE - 1),
                scene.answerBuyer(listing, "Yes."),
                scene.setTerms(listing))) {
            same(t, call.token(others), Faulty.on(call, listing.id(), Faulty.NOWHERE));
        }
    }

    private static void offers(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        String others = others(t);
        for (Call call : List.of(scene.counter(offer, Scene.LIST_PRICE), scene.accept(offer))) {
            same(t, call.token(others), Faulty.on(call, offer.id(), NO_OFFER));
        }
    }

    private static void deals(Trial t) {
        Scene scene = t.scene();
        Deal deal = scene.deal();
        Call commit = scene.commit(deal);
        same(t, commit.token(others(t)), Faulty.on(commit, deal.id(), NO_DEAL));
        Call event = scene.event(scene.otherBuyer(), deal, "accepted", claims -> claims);
        Call onUnknown = scene.event(scene.otherBuyer(), deal, "accepted", claims -> claims.put("deal_id", NO_DEAL));
        same(t, event, Faulty.on(onUnknown, deal.id(), NO_DEAL));
    }

    private static void reads(Trial t) {
        Scene scene = t.scene();
        Deal deal = scene.deal();
        Offer offer = deal.offer();
        sameRead(t, "/offers/", offer.id(), NO_OFFER, "");
        sameRead(t, "/deals/", deal.id(), NO_DEAL, "");
        sameRead(t, "/deals/", deal.id(), NO_DEAL, "/events");
        sameRead(t, "/records/negotiation/", offer.negotiation(), "neg_aaaaaaaaaaaaaaaaaaaaaaaaaa", "");
        sameRead(t, "/records/deal/", deal.id(), NO_DEAL, "");
    }

    private static void sameRead(Trial t, String before, String id, String unknown, String after) {
        Scene scene = t.scene();
        same(
                t,
                scene.read(scene.otherBuyer(), before + id + after),
                scene.read(scene.otherBuyer(), before + unknown + after));
    }

    private static void same(Trial t, Call others, Call unknown) {
        Answer first = t.send(others);
        Answer second = t.send(unknown);
        t.refused(first, 403, "not_in_scope");
        t.refused(second, 403, "not_in_scope");
        t.equal(first.text(), second.text(), "The body for an unknown id");
    }

    private static void ordinaryOffer(Trial t) {
        Scene scene = t.scene();
        Answer answer = t.send(scene.offer(scene.buyer(), scene.bareListing(), Scene.LIST_PRICE));
        t.that(
                answer.status() / 100 == 2 && answer.isAuto(),
                "An offer on a listing unknown here passes as `auto`, not " + answer.inShort());
    }
}
