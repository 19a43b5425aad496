package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** OFF-7: the states of an offer. */
public final class Off7 implements Section {

    private static final Duration CHECKOUT = Duration.ofMinutes(30);

    @Override
    public void register(Suite suite) {
        suite.test("OFF-7.1", Off7::open);
        suite.test("OFF-7.2", Off7::awaiting);
        suite.test("OFF-7.3", Off7::declined);
        suite.test("OFF-7.4", Off7::silent);
        suite.test("OFF-7.5", Off7::notOpen);
        suite.test("OFF-7.6", Off7::refusedAfterApproval);
        suite.test("OFF-7.7", Off7::pendingCounter);
        suite.test("OFF-7.8", Off7::counterEnds);
        suite.test("OFF-7.9", Off7::sideBySide);
        suite.test("OFF-7.10", Off7::expired);
        suite.test("OFF-7.11", Off7::lapsed);
        suite.test("OFF-7.12", Off7::sold);
    }

    private static Offer by(Trial t, int buyer) {
        Listing listing = t.scene().listing();
        return t.scene().offered(t.scene().buyer(buyer), listing, listing.listPrice());
    }

    private static void open(Trial t) {
        Offer offer = by(t, 1);
        t.equal("open", offer.state(), "The state of a new offer");
        new Bargain(t).stands(offer, "open", "a new offer");
        t.equal("open", t.scene().countered(offer, offer.amount()).state(), "The state of a new counter");
    }

    private static void awaiting(Trial t) {
        Offer offer = by(t, 1);
        new Bargain(t).awaiting(offer);
        new Bargain(t).stands(offer, "awaiting_approval", "the offer whose acceptance is asked for");
    }

    private static void declined(Trial t) {
        Offer offer = by(t, 1);
        new Bargain(t).declined(offer);
        new Bargain(t).stands(offer, "declined", "the offer that the seller declined");
    }

    private static void silent(Trial t) {
        Offer offer = by(t, 1);
        Asked asked = new Bargain(t).awaiting(offer);
        new Bargain(t).later(asked.left());
        new Bargain(t).stands(offer, "declined", "the offer that the seller did not answer");
    }

    private static void notOpen(Trial t) {
        Bargain bargain = new Bargain(t);
        bargain.acceptable();
        Offer countered = by(t, 1);
        t.scene().countered(countered, countered.amount());
        Offer superseded = by(t, 2);
        t.control(t.scene().superseding(superseded, superseded.amount()), 201);
        Offer declined = by(t, 3);
        bargain.declined(declined);
        Offer awaiting = by(t, 4);
        bargain.awaiting(awaiting);
        for (Offer offer : List.of(countered, superseded, declined, awaiting)) {
            t.refused(t.send(t.scene().accept(offer)), 409, "offer_not_open");
        }
    }

    private static void refusedAfterApproval(Trial t) {
        Offer offer = by(t, 1);
        Grant asking = t.scene().grant(t.scene().sellerAgent(), t.scene().everythingBut("offer_accept", "ask"));
        Asked asked = t.scene().ask(t.scene().accept(offer).token(asking.token()));
        t.blockedUnless(new Bargain(t).state(offer).equals("awaiting_approval"), "The offer was to await approval.");
        asking.revoke();
        approved(t, asked);
        new Bargain(t).comesTo(offer, "open", "the offer whose acceptance was refused after approval");
    }

    private static void approved(Trial t, Asked asked) {
        Answer answer = asked.approve();
        t.blockedUnless(answer.status() == 200, "The seller's yes was not taken: " + answer.inShort());
    }

    private static void pendingCounter(Trial t) {
        Offer offer = by(t, 1);
        Asked asked = t.scene().askBy("offer_counter", t.scene().counter(offer, offer.amount()));
        new Bargain(t).stands(offer, "open", "the offer to which a counter is pending");
        approved(t, asked);
        new Bargain(t).comesTo(offer, "countered", "the offer whose counter was approved");
    }

    private static void counterEnds(Trial t) {
        Offer offer = by(t, 1);
        Offer counter = t.scene().countered(offer, offer.amount());
        t.control(t.scene().superseding(offer, offer.amount()), 201);
        String state = new Bargain(t).state(counter);
        t.that(
                List.of("superseded", "declined", "expired").contains(state),
                "The counter to an offer that was superseded was to end too; its state is " + state + ".");
    }

    private static void sideBySide(Trial t) {
        Offer first = by(t, 1);
        Offer second = by(t, 1);
        new Bargain(t).stands(first, "open", "the first of two offers");
        new Bargain(t).stands(second, "open", "the second of two offers");
    }

    private static void expired(Trial t) {
        Listing listing = t.scene().listing();
        Instant end = new Bargain(t).soon();
        Call call = Bargain.until(t.scene().offer(t.scene().buyer(), listing, listing.listPrice()), end);
        Offer offer = t.scene().offer(t.scene().buyer(), listing, call);
        new Bargain(t).at(end.plusSeconds(1));
        new Bargain(t).stands(offer, "expired", "the offer whose time is over");
    }

    private static void lapsed(Trial t) {
        Offer offer = t.scene().accepted(by(t, 1));
        new Bargain(t).later(CHECKOUT.plusSeconds(1));
        new Bargain(t).stands(offer, "expired", "the offer whose checkout lapsed");
    }

    private static void sold(Trial t) {
        Offer other = by(t, 2);
        t.scene().opened(t.scene().accepted(by(t, 1)));
        new Bargain(t).stands(other, "declined", "another offer on a sold listing");
    }
}
