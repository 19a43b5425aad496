package dev.rctp.conformance.s06offers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Listing;
import dev.rctp.msgsig.agent.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** OFF-6: offers below the floor, and the budgets of those who search for it. */
public final class Off6 implements Section {

    private static final Pattern OFFER_ID = Pattern.compile("off_[a-z2-7]{26}");

    @Override
    public void register(Suite suite) {
        suite.test("OFF-6.1", Off6::belowTheFloor);
        suite.test("OFF-6.2", Off6::atTheFloor);
        suite.test("OFF-6.3", Off6::refused);
        suite.test("OFF-6.4", t -> limit(t, -1));
        suite.test("OFF-6.5", t -> limit(t, 1));
        suite.test("OFF-6.6", Off6::operatorsLimit);
        suite.test("OFF-6.7", Off6::otherAgent);
        suite.test("OFF-6.8", Off6::otherOperator);
        suite.test("OFF-6.9", Off6::otherListing);
        suite.test("OFF-6.10", Off6::window);
        suite.test("OFF-6.11", Off6::fromAbove);
    }

    private static void belowTheFloor(Trial t) {
        Listing listing = t.scene().listing();
        t.control(t.scene().offer(t.scene().buyer(), listing, listing.floor() + 1), 201);
        t.refused(t.send(t.scene().offer(t.scene().buyer(), listing, listing.floor() - 1)), 403, "below_floor");
    }

    private static void atTheFloor(Trial t) {
        Listing listing = t.scene().listing();
        t.accepted(t.send(t.scene().offer(t.scene().buyer(), listing, listing.floor())), 201);
    }

    /** A refusal names no offer, but the buyer's own record does. */
    private static void refused(Trial t) {
        Listing listing = t.scene().listing();
        Agent buyer = t.scene().buyer();
        Receipt receipt = t.control(t.scene().offer(buyer, listing, listing.floor() - 1), 403)
                .receipt();
        String negotiation = t.needed(receipt, "The refusal has no receipt.").subjectId();
        Answer record = t.control(t.scene().read(buyer, "/records/negotiation/" + negotiation), 200);
        List<String> states = OFFER_ID.matcher(record.text())
                .results()
                .map(MatchResult::group)
                .distinct()
                .map(id -> t.send(t.scene().read(buyer, "/offers/" + id))
                        .at("state")
                        .asString(""))
                .toList();
        if (states.isEmpty()) {
            throw t.notApplicable("The record names no refused offer, so its state can be read nowhere.");
        }
        t.equal(List.of("refused"), states, "The states of the offers that the record names");
    }

    private static void limit(Trial t, long aboveTheFloor) {
        Listing listing = t.scene().listing();
        Agent buyer = t.scene().buyer();
        new Bargain(t).tries(buyer, listing, 3);
        spent(t, buyer, listing, listing.floor() + aboveTheFloor);
    }

    private static void operatorsLimit(Trial t) {
        Listing listing = t.scene().listing();
        nine(t, listing);
        t.accepted(t.send(t.scene().offer(t.scene().buyer(5), listing, listing.floor())), 201);
        t.control(t.scene().offer(t.scene().buyer(4), listing, listing.floor() - 1), 403);
        spent(t, t.scene().buyer(6), listing, listing.floor());
    }

    private static void nine(Trial t, Listing listing) {
        for (int n = 1; n <= 3; n++) {
            new Bargain(t).exhausted(t.scene().buyer(n), listing);
        }
    }

    private static void otherAgent(Trial t) {
        Listing listing = t.scene().listing();
        new Bargain(t).exhausted(t.scene().buyer(1), listing);
        t.control(t.scene().offer(t.scene().buyer(1), listing, listing.floor()), 429);
        t.accepted(t.send(t.scene().offer(t.scene().buyer(2), listing, listing.floor())), 201);
    }

    private static void otherOperator(Trial t) {
        Listing listing = t.scene().listing();
        nine(t, listing);
        t.control(t.scene().offer(t.scene().buyer(4), listing, listing.floor() - 1), 403);
        t.control(t.scene().offer(t.scene().buyer(5), listing, listing.floor()), 429);
        t.accepted(t.send(t.scene().offer(t.scene().otherBuyer(), listing, listing.floor())), 201);
    }

    private static void otherListing(Trial t) {
        Listing listing = t.scene().listing();
        Agent buyer = t.scene().buyer();
        new Bargain(t).exhausted(buyer, listing);
        t.control(t.scene().offer(buyer, listing, listing.floor()), 429);
        Listing other = t.scene().listing(terms -> terms);
        t.accepted(t.send(t.scene().offer(buyer, other, other.floor())), 201);
    }

    private static void window(Trial t) {
        Listing listing = t.scene().listing();
        Agent buyer = t.scene().buyer();
        new Bargain(t).exhausted(buyer, listing);
        t.control(t.scene().offer(buyer, listing, listing.floor()), 429);
        new Bargain(t).later(Duration.ofHours(24).plusSeconds(1));
        t.accepted(t.send(t.scene().offer(buyer, listing, listing.floor())), 201);
    }

    private static void fromAbove(Trial t) {
        Listing listing = t.scene().listing();
        Agent buyer = t.scene().buyer();
        for (int n = 0; n <= 3; n++) {
            t.control(t.scene().offer(buyer, listing, listing.listPrice() - n), 201);
        }
        spent(t, buyer, listing, listing.listPrice());
    }

    private static void spent(Trial t, Agent buyer, Listing listing, long amount) {
        t.refused(t.send(t.scene().offer(buyer, listing, amount)), 429, "offer_budget_exceeded");
    }
}
