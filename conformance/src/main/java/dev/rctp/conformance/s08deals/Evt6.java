package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s09record.Chain;
import dev.rctp.conformance.s09record.Management;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import tools.jackson.databind.node.ObjectNode;

/** EVT-6: a deal that nobody pays for lapses; the target's clock is moved. */
public final class Evt6 implements Section {

    private static final Duration LAPSE = Duration.ofDays(3);
    private static final Duration MARGIN = Duration.ofMinutes(2);
    private static final Duration SOON = Duration.ofSeconds(20);

    @Override
    public void register(Suite suite) {
        suite.test("EVT-6.1", t -> t.equal("lapsed", lapsed(t).state(), "The deal's `state`"));
        suite.test("EVT-6.2", t -> {
            TestedDeal deal = TestedDeal.of(t);
            t.world().clock().advance(LAPSE.minus(MARGIN));
            t.equal("open", deal.state(), "The deal's `state`");
            deal.taken("funds_held");
        });
        suite.test("EVT-6.3", t -> {
            TestedDeal deal = Evt4.after(t, "funds_held");
            t.world().clock().advance(LAPSE.plus(MARGIN));
            t.equal("funds_held", deal.state(), "The deal's `state`");
        });
        suite.test("EVT-6.4", Evt6::anEntry);
        suite.test("EVT-6.5", Evt6::marketplaceIsTold);

        suite.test("EVT-6.6", Evt6::offeredAgain);
        suite.test("EVT-6.7", t -> {
            TestedDeal deal = lapsed(t);
            deal.refused(deal.event("funds_held"));
            t.equal("lapsed", deal.state(), "The deal's `state`");
        });
    }

    private static TestedDeal lapsed(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        t.world().clock().advance(LAPSE.plus(MARGIN));
        return deal;
    }

    /** Nobody else does anything on the deal, so what comes after the 72 h is the lapse. */
    private static void anEntry(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        Chain before = Chain.read(t, t.scene().buyer(), "deal", deal.id());
        t.world().clock().advance(LAPSE.plus(MARGIN));
        t.eventually(
                "The lapse was to be an entry of the deal's chain.",
                SOON,
                () -> before.since(t, t.scene().buyer()).entries().stream()
                        .findFirst()
                        .orElse(null));
    }

    private static void marketplaceIsTold(Trial t) {
        TestedDeal deal = lapsed(t);
        t.eventually(
                "The marketplace was to be told of the lapse.",
                SOON,
                () -> t
                        .world()
                        .webhooks()
                        .deliveries(
                                "marketplace",
                                webhook -> (webhook.path("type").asString("").contains("lapse")
                                                || webhook.path("status")
                                                        .asString("")
                                                        .equals("lapsed"))
                                        && webhook.path("subject").toString().contains(deal.id()))
                        .stream()
                        .findFirst()
                        .orElse(null));
    }

    private static void offeredAgain(Trial t) {
        TestedDeal deal = lapsed(t);
        String listing = deal.deal().offer().listing().id();
        ObjectNode told = Json.object().put("seller", t.scene().seller().sub()).put("title", "A thing");
        told.set("list_price", Json.eur(Scene.LIST_PRICE));
        var answer = Management.call(t, "PUT", "/listings/" + listing, told.put("term_set", "goods.small/1"));
        t.equal(
                2,
                answer.statusCode() / 100,
                "The class of the status when the marketplace tells of the listing again");
        Answer offer = t.send(
                t.scene().offer(t.scene().otherBuyer(), deal.deal().offer().listing(), Scene.LIST_PRICE));
        t.that(offer.isAuto() && offer.status() / 100 == 2, "The listing was to take offers, not " + offer.inShort());
    }
}
