package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import java.util.List;

/** EVT-4: when money may move. */
public final class Evt4 implements Section {

    private static final String NOT_AS_DESCRIBED = "rejected not_as_described";
    private static final String NOT_RECEIVED = "rejected not_received";

    @Override
    public void register(Suite suite) {
        releases(suite);
        refunds(suite);
        once(suite);
        buyersWord(suite);
        suite.test("EVT-4.32", t -> named(after(t, "funds_held"), t, List.of("accept")));
        suite.test("EVT-4.33", t -> named(refunded(t), t, List.of("refund", "reject")));
    }

    private static void releases(Suite suite) {
        suite.test("EVT-4.1", t -> {
            TestedDeal deal = TestedDeal.releasedOn(t, "delivered");
            deal.happened("delivered");
            unmetUntil(deal, "released", "funds_held");
        });
        suite.test("EVT-4.2", t -> unmetUntil(after(t, "funds_held"), "released", "accepted"));
        suite.test("EVT-4.3", t -> after(t, "funds_held", "accepted").taken("released"));
        suite.test("EVT-4.4", t -> {
            TestedDeal deal = TestedDeal.releasedOn(t, "delivered");
            deal.happened("funds_held");
            unmetUntil(deal, "released", "delivered");
        });
        suite.test("EVT-4.5", t -> {
            TestedDeal deal = TestedDeal.releasedOn(t, "delivered");
            deal.happened("funds_held", "delivered");
            deal.taken("released");
        });
    }

    private static void refunds(Suite suite) {
        suite.test("EVT-4.8", t -> {
            TestedDeal deal = after(t, "funds_held", "return");
            unmetUntil(deal, "refund", NOT_AS_DESCRIBED);
            TestedDeal accepted = after(t, "funds_held", "accepted");
            accepted.unmet("refund");
            accepted.happened("released");
        });
        suite.test("EVT-4.9", t -> unmetUntil(after(t, "funds_held", NOT_AS_DESCRIBED), "refund", "return"));
        suite.test(
                "EVT-4.10",
                t -> after(t, "funds_held", NOT_AS_DESCRIBED, "return").taken("refund"));
        suite.test("EVT-4.11", t -> after(t, "funds_held", NOT_RECEIVED).unmet("refund"));
    }

    private static void once(Suite suite) {
        suite.test(
                "EVT-4.14", t -> after(t, "funds_held", "accepted", "released").unmet("released"));
        suite.test(
                "EVT-4.15",
                t -> after(t, "funds_held", NOT_AS_DESCRIBED, "return", "refund")
                        .unmet("refund"));
        suite.test("EVT-4.16", Evt4::refundAfterReleased);
        suite.test("EVT-4.17", Evt4::releasedAfterRefund);
        suite.test("EVT-4.18", t -> after(t, "funds_held").unmet("funds_held"));
        suite.test("EVT-4.19", t -> {
            for (String type : List.of("shipped", "delivered", "returned_to_sender", "return")) {
                after(t, type).unmet(type);
            }
        });
        suite.test("EVT-4.20", t -> after(t, "funds_held", "accepted").unmet("accepted"));
        suite.test("EVT-4.21", t -> {
            for (String first : List.of(NOT_AS_DESCRIBED, NOT_RECEIVED)) {
                TestedDeal deal = after(t, "funds_held", first);
                deal.unmet(NOT_AS_DESCRIBED);
                deal.unmet(NOT_RECEIVED);
            }
        });
    }

    private static void buyersWord(Suite suite) {
        suite.test("EVT-4.22", t -> {
            after(t, "funds_held", NOT_AS_DESCRIBED).unmet("accepted");
            after(t, "funds_held", NOT_RECEIVED).unmet("accepted");
        });
        suite.test("EVT-4.23", t -> {
            TestedDeal deal = after(t, "funds_held", "accepted");
            deal.unmet(NOT_AS_DESCRIBED);
            deal.unmet(NOT_RECEIVED);
        });
        suite.test("EVT-4.24", t -> unmetUntil(TestedDeal.of(t), "accepted", "funds_held"));
        suite.test("EVT-4.25", t -> unmetUntil(TestedDeal.of(t), NOT_AS_DESCRIBED, "funds_held"));
        suite.test("EVT-4.26", t -> {
            TestedDeal deal = TestedDeal.releasedOn(t, "delivered");
            deal.happened("funds_held", "delivered", NOT_AS_DESCRIBED);
            deal.unmet("released");
        });
        suite.test("EVT-4.27", t -> {
            TestedDeal deal = after(t, "funds_held", "delivered");
            deal.unmet(NOT_RECEIVED);
            deal.happened(NOT_AS_DESCRIBED);
        });
        suite.test(
                "EVT-4.29",
                t -> after(t, "funds_held", NOT_RECEIVED, "delivered").taken("accepted"));
        suite.test(
                "EVT-4.30",
                t -> after(t, "funds_held", NOT_RECEIVED, "delivered").taken(NOT_AS_DESCRIBED));
        suite.test("EVT-4.31", t -> {
            TestedDeal deal = after(t, "funds_held", NOT_RECEIVED, "delivered", NOT_AS_DESCRIBED);
            deal.unmet("accepted");
            deal.unmet(NOT_AS_DESCRIBED);
        });
    }

    /** A new deal on usual terms on which these events happened. */
    static TestedDeal after(Trial t, String... events) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened(events);
        return deal;
    }

    /** Refused for want of one event; and, as control, taken once that has come. */
    private static void unmetUntil(TestedDeal deal, String type, String missing) {
        deal.unmet(type);
        deal.happened(missing, type);
    }

    /** All that a refund needs has come too: nothing but the release is in its way. */
    private static void refundAfterReleased(Trial t) {
        TestedDeal deal = after(t, "funds_held", "accepted", "released", "return");
        deal.unmet("refund");
        t.equal("released", deal.state(), "The deal's `state`");
    }

    private static void releasedAfterRefund(Trial t) {
        TestedDeal deal = refunded(t);
        deal.unmet("released");
        t.equal("refunded", deal.state(), "The deal's `state`");
    }

    /** A deal whose release condition is met, and whose money went back. */
    private static TestedDeal refunded(Trial t) {
        TestedDeal deal = TestedDeal.releasedOn(t, "delivered");
        deal.happened("funds_held", NOT_RECEIVED, "delivered", NOT_AS_DESCRIBED, "return", "refund");
        return deal;
    }

    /** The protocol has no list of names: one that has the word tells it. */
    private static void named(TestedDeal deal, Trial t, List<String> words) {
        Answer early = deal.send(deal.event("released"));
        t.blockedUnless(early.status() == 409, "The early `released` was not refused: " + early.inShort());
        List<String> unmet = early.at("detail/unmet")
                .valueStream()
                .map(name -> name.asString(""))
                .toList();
        words.forEach(word -> t.that(
                unmet.stream().anyMatch(name -> name.contains(word)),
                "`detail.unmet` was to have a name with `" + word + "`, not " + unmet + "."));
    }
}
