package dev.rctp.conformance.s09record;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s08deals.Jws;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** REC-1: what becomes an entry, and of which chain. */
public final class Rec1 implements Section {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Duration MARGIN = Duration.ofSeconds(10);

    @Override
    public void register(Suite suite) {
        suite.test("REC-1.1", Rec1::oneSubject);
        suite.test("REC-1.2", t -> ofListing(t, t.scene().answerBuyer(t.scene().listing(), "yes"), 200));
        suite.test("REC-1.3", t -> ofListing(t, asking(t), 202));
        suite.test("REC-1.4", Rec1::sellersRefusal);
        suite.test("REC-1.5", Rec1::buyersRefusal);
        suite.test("REC-1.6", Rec1::refusedEvent);
        suite.test("REC-1.7", t -> answered(t, true, "approv"));
        suite.test("REC-1.8", t -> answered(t, false, "declin"));
        suite.test("REC-1.9", Rec1::unanswered);
        suite.test("REC-1.10", Rec1::acceptance);
        suite.test(
                "REC-1.11",
                t -> t.that(
                        !Story.opened(t).dealt().entries().isEmpty(),
                        "The deal's opening was to be an entry of its chain."));
        suite.test("REC-1.12", t -> {
            Story story = Story.opened(t);
            Chain before = story.dealt();
            t.control(t.scene().commit(story.deal()), 200);
            grows(t, before.since(t, t.scene().buyer()), "The promise to ship");
        });
        suite.test("REC-1.13", Rec1::money);
    }

    private static void oneSubject(Trial t) {
        for (Chain chain : Story.paid(t).chains()) {
            t.that(!chain.entries().isEmpty(), "The " + chain.type() + "'s record was to have entries.");
            chain.entries().forEach(entry -> t.equal(chain.subject(), entry.path("subject"), "An entry's `subject`"));
        }
    }

    private static void ofListing(Trial t, Call call, int status) {
        Agent seller = t.scene().sellerAgent();
        Chain before = Chain.read(t, seller, "listing", t.scene().listing().id());
        t.control(call, status);
        grows(t, before.since(t, seller), "The decision");
    }

    private static Call asking(Trial t) {
        return t.scene()
                .answerBuyer(t.scene().listing(), "yes")
                .token(t.scene()
                        .grant(t.scene().sellerAgent(), t.scene().everythingBut("answer_buyer", "ask"))
                        .token());
    }

    private static void sellersRefusal(Trial t) {
        Call call = t.scene()
                .reprice(t.scene().listing(), Scene.LIST_PRICE)
                .token(t.scene()
                        .grant(t.scene().sellerAgent(), t.scene().everythingBut("reprice", "forbid"))
                        .token());
        ofListing(t, call, 403);
    }

    private static void buyersRefusal(Trial t) {
        Listing listing = t.scene().listing();
        Offer offer = t.scene().offered(t.scene().buyer(), listing, Scene.LIST_PRICE);
        Chain before = Chain.read(t, t.scene().buyer(), "negotiation", offer.negotiation());
        t.control(t.scene().offer(t.scene().buyer(), listing, listing.floor() - 1), 403);
        grows(t, before.since(t, t.scene().buyer()), "The refusal of a buyer's offer");
    }

    private static void refusedEvent(Trial t) {
        Story story = Story.opened(t);
        Chain before = story.dealt();
        t.control(story.tested().call(story.tested().event("released")), 409);
        grows(t, before.since(t, t.scene().buyer()), "The refusal of a party's event");
    }

    private static void answered(Trial t, boolean yes, String word) {
        Agent seller = t.scene().sellerAgent();
        Listing listing = t.scene().listing();
        Asked asked = t.scene().ask(asking(t));
        Chain before = Chain.read(t, seller, "listing", listing.id());
        Answer answer = yes ? asked.approve() : asked.decline();
        t.blockedUnless(answer.status() == 200, "The seller's answer was not taken: " + answer.inShort());
        t.that(
                before.since(t, seller).entries().stream().anyMatch(entry -> tells(entry, word)),
                "The seller's answer was to be an entry of the listing's chain.");
    }

    /** In its kind or its body; kinds of answers are not fixed. */
    private static boolean tells(JsonNode entry, String word) {
        return Chain.kind(entry).contains(word) || Chain.holds(List.of(entry.path("body")), word);
    }

    private static void unanswered(Trial t) {
        Agent seller = t.scene().sellerAgent();
        Listing listing = t.scene().listing();
        Asked asked = t.scene().ask(asking(t));
        Instant end = t.preparing(
                () -> t.said(asked.answer().at("expires_at"), "`expires_at`").instant());
        Chain before = Chain.read(t, seller, "listing", listing.id());
        t.world().clock().advance(Duration.between(t.world().clock().now(), end).plus(MARGIN));
        t.scene().grant().newToken();
        t.eventually("The end of an approval without an answer was to be an entry.", SOON, () -> {
            List<JsonNode> added = before.since(t, seller).entries();
            return added.isEmpty() ? null : added;
        });
    }

    private static void acceptance(Trial t) {
        Offer offer = t.scene().offered();
        Chain before = Chain.read(t, t.scene().buyer(), "negotiation", offer.negotiation());
        t.scene().accepted(offer);
        grows(t, before.since(t, t.scene().buyer()), "The acceptance");
    }

    private static void money(Trial t) {
        Story released = Story.opened(t);
        eachRecorded(t, released, List.of("funds_held", "accepted", "released"));
        Story refunded = Story.opened(t);
        eachRecorded(t, refunded, List.of("funds_held", "rejected not_as_described", "return", "refund"));
    }

    private static void eachRecorded(Trial t, Story story, List<String> events) {
        for (String what : events) {
            var event = story.tested().event(what);
            story.tested().happened(event);
            t.that(
                    story.dealt().entries().stream()
                            .anyMatch(entry -> Jws.claim(entry, "jti").equals(event.jti())),
                    "The event `" + what + "` was to be an entry of the deal's chain.");
        }
    }

    private static void grows(Trial t, Chain added, String what) {
        t.that(!added.entries().isEmpty(), what + " was to be an entry of the " + added.type() + "'s chain.");
    }
}
