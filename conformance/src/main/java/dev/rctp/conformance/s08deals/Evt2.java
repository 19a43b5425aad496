package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import tools.jackson.databind.JsonNode;

/** EVT-2: types of events, and key succession. */
public final class Evt2 implements Section {

    private static final String SUCCESSION = "dev.rctp.key_succession";

    @Override
    public void register(Suite suite) {
        suite.test("EVT-2.1", Evt2::unknownTypes);
        suite.test("EVT-2.2", Evt2::unknownReasons);
        suite.test("EVT-2.3", Evt2::anyPartyInforms);
        suite.test("EVT-2.4", Evt2::informationChangesNothing);
        suite.test("EVT-2.5", t -> {
            TestedDeal deal = succeeded(t);
            deal.taken(deal.event(t.scene().buyer(2), "accepted"));
        });
        suite.test("EVT-2.6", t -> {
            TestedDeal deal = succeeded(t);
            deal.notTheirs(deal.event("accepted"));
            deal.happened(deal.event(t.scene().buyer(2), "accepted"));
        });
        suite.test("EVT-2.7", Evt2::keyOfAnotherProfile);
        suite.test("EVT-2.8", Evt2::onThisDealOnly);
        suite.test("EVT-2.9", t -> {
            TestedDeal deal = TestedDeal.of(t);
            deal.notTheirs(succession(deal, t.scene().buyer(2), t.scene().buyer(3)));
            deal.happened(succession(deal, t.scene().buyer(), t.scene().buyer(2)));
        });
    }

    private static void unknownTypes(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.wrong(deal.note(t.scene().buyer()).with("type", "teleported"));
        deal.wrong(deal.note(t.scene().buyer()).with("type", ""));
        deal.happened(deal.note(t.scene().buyer()));
    }

    private static void unknownReasons(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held");
        deal.wrong(deal.event("rejected not_wanted_any_more"));
        deal.wrong(deal.event("rejected not_received").without("reason"));
        deal.happened("rejected not_as_described");
    }

    private static void anyPartyInforms(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        for (Agent party : deal.parties()) {
            deal.taken(deal.note(party));
        }
    }

    private static void informationChangesNothing(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held");
        JsonNode before = deal.view();
        t.blockedUnless(
                before.path("state").asString("").equals("funds_held"),
                "The deal's `state` is not `funds_held`: " + before);
        for (Agent party : deal.parties()) {
            deal.happened(deal.note(party));
            JsonNode after = deal.view();
            t.equal(before.path("state"), after.path("state"), "The deal's `state` after information of " + party);
            t.equal(before.path("next"), after.path("next"), "The deal's `next` after information of " + party);
        }
    }

    private static void keyOfAnotherProfile(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held");
        Agent stranger = t.scene().otherBuyer();
        deal.refused(succession(deal, t.scene().buyer(), stranger));
        deal.notTheirs(deal.event(stranger, "accepted"));
        deal.happened("accepted");
    }

    private static void onThisDealOnly(Trial t) {
        TestedDeal first = TestedDeal.of(t);
        TestedDeal second = TestedDeal.of(t);
        second.happened("funds_held");
        first.happened(succession(first, t.scene().buyer(), t.scene().buyer(2)));
        second.notTheirs(second.event(t.scene().buyer(2), "accepted"));
        second.taken("accepted");
    }

    private static TestedDeal succeeded(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held");
        deal.happened(succession(deal, t.scene().buyer(), t.scene().buyer(2)));
        return deal;
    }

    private static DealEvent succession(TestedDeal deal, Agent old, Agent next) {
        return deal.event(old, SUCCESSION).with("next_jkt", next.jkt());
    }
}
