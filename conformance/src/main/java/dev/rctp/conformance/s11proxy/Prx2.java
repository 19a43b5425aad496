package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.CanonicalJson;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** PRX-2 and PRX-3: the marketplace's veto, what it undoes, and what the agent gets. */
public final class Prx2 implements Section {

    private static final int VETO = 409;

    @Override
    public void register(Suite suite) {
        suite.test("PRX-2.1", t -> {
            for (int status : new int[] {400, 403, 404, 409, 410, 422, 451}) {
                Answer answer = vetoed(t, status);
                t.that(answer.isAuto(), "A veto was to have the decision `auto`, not " + answer.inShort());
                t.equal(status, answer.status(), "The status of a veto");
            }
        });
        suite.test("PRX-2.2", t -> {
            Answer answer = vetoed(t, VETO);
            ObjectNode expected = Json.object();
            expected.set("marketplace", sorry());
            t.equal(expected, answer.json(), "The body of a veto");
        });
        suite.test("PRX-2.3", Prx2::offerUndone);
        suite.test("PRX-2.4", t -> {
            Offer first = t.scene().offered();
            vetoOnce(t, first.listing().id());
            t.control(t.scene().superseding(first, Scene.LIST_PRICE), VETO);
            t.equal("open", state(t, first), "The state of the offer that was to be superseded");
        });
        suite.test("PRX-2.5", t -> {
            Offer offer = t.scene().offered();
            vetoOnce(t, offer.id());
            t.control(t.scene().counter(offer, Scene.LIST_PRICE), VETO);
            t.equal("open", state(t, offer), "The state of the offer after the counter's veto");
        });
        suite.test("PRX-2.6", t -> {
            Offer offer = t.scene().offered();
            Offer other = t.scene().offered(t.scene().otherBuyer(), offer.listing(), Scene.LIST_PRICE);
            vetoOnce(t, offer.id());
            t.control(t.scene().accept(offer), VETO);
            t.accepted(t.send(t.scene().accept(other)), 200);
        });
        suite.test("PRX-2.7", Prx2::checkoutBack);
        suite.test("PRX-3.1", t -> {
            Answer answer = offered(t, Json.object().put("offer_id", "none").put("state", "sold"));
            t.equal("open", answer.textAt("state"), "`state` of the offer");
            t.that(answer.at("offer_id").asString("").startsWith("off_"), "`offer_id` was to be the gateway's.");
            t.equal(
                    CanonicalJson.text(Json.dealTerms(Scene.LIST_PRICE)),
                    t.said(answer.at("deal_terms"), "`deal_terms` of the offer").canonical(),
                    "`deal_terms` of the offer");
        });
        suite.test("PRX-3.2", t -> {
            JsonNode told = Json.object().put("reference", t.world().fresh(9)).put("n", 17);
            t.equal(
                    CanonicalJson.text(told),
                    t.said(offered(t, told).at("marketplace"), "The member `marketplace`")
                            .canonical(),
                    "The member `marketplace`");
        });
    }

    private static ObjectNode sorry() {
        return Json.object().put("sorry", "not today");
    }

    private static Answer vetoed(Trial t, int status) {
        Passing passing = Passing.of(t);
        t.control(passing.call(), 200);
        passing.answered(Behaviour.status(status, sorry()).times(1));
        return t.send(passing.call());
    }

    private static void vetoOnce(Trial t, String fragment) {
        t.world().marketplace().behave(fragment, Behaviour.status(VETO, sorry()).times(1));
    }

    private static String state(Trial t, Offer offer) {
        return t.control(t.scene().read(offer.buyer(), "/offers/" + offer.id()), 200)
                .at("state")
                .asString("");
    }

    private static void offerUndone(Trial t) {
        Offer stands = t.scene().offered();
        long price = Scene.LIST_PRICE - 7;
        vetoOnce(t, stands.listing().id());
        t.control(t.scene().offer(t.scene().otherBuyer(), stands.listing(), price), VETO);
        JsonNode offers = t.control(
                        t.scene().sellerReads("/listings/" + stands.listing().id() + "/offers"), 200)
                .at("offers");
        t.blockedUnless(offers.toString().contains(stands.id()), "The offer that stands is not in the list.");
        t.that(
                offers.valueStream()
                        .noneMatch(offer -> offer.at("/deal_terms/price/amount").asLong(-1) == price),
                "The vetoed offer was to stand in no list.");
    }

    private static void checkoutBack(Trial t) {
        Offer offer = t.scene().accepted(t.scene().offered());
        String checkout = t.scene().checkout(offer);
        String name = "veto of " + offer.id();
        t.world()
                .marketplace()
                .behave(
                        name,
                        request -> request.method()
                                        .equals(t.world().target().routes().method("deal.open"))
                                && request.text().contains(checkout),
                        Behaviour.status(VETO, sorry()).times(1));
        Call open = t.scene().openDeal(offer.buyer(), checkout);
        t.control(open, VETO);
        t.accepted(t.send(open), 201);
    }

    private static Answer offered(Trial t, JsonNode told) {
        var listing = t.scene().listing();
        t.world().marketplace().behave(listing.id(), Behaviour.status(200, told).times(1));
        return t.control(t.scene().offer(t.scene().buyer(), listing, Scene.LIST_PRICE), 201);
    }
}
