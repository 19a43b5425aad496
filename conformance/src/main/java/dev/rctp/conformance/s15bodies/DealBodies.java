package dev.rctp.conformance.s15bodies;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s08deals.TestedDeal;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.CanonicalJson;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import tools.jackson.databind.JsonNode;

/** Section 15: calls on deals. */
public final class DealBodies implements Section {

    private static final String NOT_AS_DESCRIBED = "rejected not_as_described";

    @Override
    public void register(Suite suite) {
        suite.test("BOD-32", t -> Bodies.missing(t, open(t), 201, "checkout"));
        suite.test("BOD-33", t -> Bodies.unknownMember(t, open(t), 201));
        suite.test("BOD-34", t -> {
            TestedDeal deal = TestedDeal.of(t);
            Answer answer = t.send(t.scene().commit(deal.deal()));
            t.equal(200, answer.status(), "The status");
            t.equal(deal.id(), answer.textAt("deal_id"), "`deal_id`");
        });
        suite.test("BOD-35", t -> {
            String at = t.world()
                    .clock()
                    .now()
                    .plus(Duration.ofDays(2))
                    .truncatedTo(ChronoUnit.SECONDS)
                    .toString();
            t.accepted(t.send(commit(t)), 200);
            t.accepted(t.send(Bodies.with(commit(t), body -> body.put("ship_by", at))), 200);
        });
        suite.test("BOD-36", t -> Bodies.unknownMember(t, commit(t), 200));
        suite.test("BOD-37", t -> {
            TestedDeal deal = TestedDeal.of(t);
            Answer answer = deal.send(deal.event("funds_held"));
            t.equal(201, answer.status(), "The status");
            t.equal(deal.id(), answer.textAt("subject/id"), "`subject.id` of the entry");
            t.that(
                    t.world()
                            .registries()
                            .schemas()
                            .validate("attestation-entry", answer.json())
                            .isEmpty(),
                    "The body was to be the entry, as schema `attestation-entry` has it.");
        });
        suite.test("BOD-38", t -> Bodies.missing(t, event(t), 201, "event"));
        suite.test("BOD-39", DealBodies::read);
        suite.test("BOD-40", t -> {
            TestedDeal deal = TestedDeal.of(t);
            t.equal("open", deal.state(), "`state`");
            deal.happened("funds_held");
            t.equal("funds_held", deal.state(), "`state`");
        });
        state(suite, "BOD-41", "accepted", "funds_held", "accepted");
        state(suite, "BOD-42", "rejected", "funds_held", NOT_AS_DESCRIBED);
        state(suite, "BOD-43", "released", "funds_held", "accepted", "released");
        state(suite, "BOD-44", "refunded", "funds_held", NOT_AS_DESCRIBED, "return", "refund");
        suite.test("BOD-45", t -> next(t, "release", "funds_held", "accepted"));
        suite.test("BOD-46", t -> next(t, "refund", "funds_held", NOT_AS_DESCRIBED, "return"));
        suite.test("BOD-47", t -> {
            TestedDeal deal = TestedDeal.of(t);
            Answer answer = t.send(deal.read(t.scene().buyer(), deal.path() + "/events"));
            t.equal(200, answer.status(), "The status");
        });
    }

    private static Call open(Trial t) {
        Offer offer = t.scene().accepted(t.scene().offered());
        return t.scene().openDeal(offer.buyer(), t.scene().checkout(offer));
    }

    private static Call commit(Trial t) {
        return t.scene().commit(TestedDeal.of(t).deal());
    }

    private static Call event(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        return deal.call(deal.event("funds_held"));
    }

    private static void read(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        Answer answer = t.send(deal.read(t.scene().buyer(), deal.path()));
        t.equal(200, answer.status(), "The status");
        Offer offer = deal.deal().offer();
        t.equal(deal.id(), answer.textAt("deal_id"), "`deal_id`");
        t.equal(offer.listing().id(), answer.textAt("listing_id"), "`listing_id`");
        t.equal(offer.negotiation(), answer.textAt("negotiation_id"), "`negotiation_id`");
        t.equal(offer.id(), answer.textAt("offer_id"), "`offer_id`");
        t.equal(
                CanonicalJson.text(Json.dealTerms(Scene.LIST_PRICE)),
                t.said(answer.at("deal_terms"), "`deal_terms`").canonical(),
                "`deal_terms`");
        t.that(answer.at("state").isString(), "The deal was to have `state`.");
        t.that(answer.at("next").isObject(), "The deal was to have `next`.");
    }

    private static void state(Suite suite, String id, String state, String... events) {
        suite.test(id, t -> {
            TestedDeal deal = TestedDeal.of(t);
            deal.happened(events);
            t.equal(state, deal.state(), "`state`");
        });
    }

    /** Before each of these events it names that one at least; after the last it is empty. */
    private static void next(Trial t, String what, String... events) {
        TestedDeal deal = TestedDeal.of(t);
        for (String event : events) {
            JsonNode needs = deal.view().path("next").path(what);
            String name = event.split(" ", 2)[0];
            t.that(
                    needs.valueStream().anyMatch(need -> need.asString("").equals(name)),
                    "`next." + what + "` was to name `" + name + "`, not " + needs);
            deal.happened(event);
        }
        JsonNode needs = deal.view().path("next").path(what);
        t.that(
                needs.isArray() && needs.isEmpty(),
                "`next." + what + "` was to be empty once nothing is missing, not " + needs);
    }
}
