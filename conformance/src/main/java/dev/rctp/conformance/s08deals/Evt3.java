package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** EVT-3: who writes what. */
public final class Evt3 implements Section {

    private static final List<String> GOODS = List.of("shipped", "delivered", "returned_to_sender", "return");
    private static final String NOT_AS_DESCRIBED = "rejected not_as_described";

    @Override
    public void register(Suite suite) {
        suite.test("EVT-3.1", Evt3::holderWrites);
        suite.test("EVT-3.2", Evt3::holderAlone);
        suite.test("EVT-3.3", t -> held(t).taken("accepted"));
        suite.test("EVT-3.4", t -> buyerAlone(t, "accepted"));
        suite.test("EVT-3.5", t -> {
            held(t).taken(NOT_AS_DESCRIBED);
            held(t).taken("rejected not_received");
        });
        suite.test("EVT-3.6", t -> buyerAlone(t, NOT_AS_DESCRIBED));
        suite.test("EVT-3.7", t -> {
            TestedDeal deal = held(t);
            deal.notTheirs(deal.event(t.scene().buyer(2), "accepted"));
            deal.happened("accepted");
        });
        suite.test("EVT-3.8", t -> {
            TestedDeal deal = TestedDeal.of(t);
            GOODS.forEach(deal::taken);
        });
        suite.test("EVT-3.9", t -> {
            TestedDeal deal = TestedDeal.of(t);
            GOODS.forEach(type -> deal.taken(deal.relayed(type)));
        });
        suite.test("EVT-3.10", Evt3::goodsByOthers);
        suite.test("EVT-3.11", t -> {
            TestedDeal deal = TestedDeal.of(t);
            deal.refused(deal.relayed(t.scene().carrier(), "shipped"));
            deal.happened("shipped");
        });
        suite.test("EVT-3.12", t -> {
            TestedDeal deal = TestedDeal.of(t);
            deal.refused(deal.event(t.scene().marketplaceAgent(), "shipped"));
            deal.happened(deal.relayed("shipped"));
        });
        suite.test("EVT-3.13", t -> relayedWithout(t, "reported_by"));
        suite.test("EVT-3.14", t -> relayedWithout(t, "source_event_id"));
        suite.test("EVT-3.15", Evt3::strangers);
        suite.test("EVT-3.16", Evt3::firstOfItsRole);
    }

    private static TestedDeal held(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held");
        return deal;
    }

    private static void holderWrites(Trial t) {
        TestedDeal released = TestedDeal.of(t);
        released.taken("funds_held");
        released.happened("accepted");
        released.taken("released");
        TestedDeal refunded = held(t);
        refunded.happened(NOT_AS_DESCRIBED, "return");
        refunded.taken("refund");
    }

    private static void holderAlone(Trial t) {
        TestedDeal released = TestedDeal.of(t);
        byOthers(released, "funds_held", t.scene().holder());
        released.happened("accepted");
        byOthers(released, "released", t.scene().holder());
        TestedDeal refunded = held(t);
        refunded.happened(NOT_AS_DESCRIBED, "return");
        byOthers(refunded, "refund", t.scene().holder());
    }

    private static void buyerAlone(Trial t, String type) {
        byOthers(held(t), type, t.scene().buyer());
    }

    private static void goodsByOthers(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        for (String type : GOODS) {
            byOthers(deal, type, t.scene().carrier(), t.scene().marketplaceAgent());
        }
    }

    /** Refused to every party but these; then, as control, taken from its usual writer. */
    private static void byOthers(TestedDeal deal, String type, Agent... writers) {
        deal.partiesBut(writers).forEach(other -> deal.notTheirs(deal.event(other, type)));
        deal.happened(type);
    }

    private static void relayedWithout(Trial t, String claim) {
        TestedDeal deal = TestedDeal.of(t);
        deal.wrong(deal.relayed("shipped").without(claim));
        deal.happened(deal.relayed("shipped"));
    }

    private static void strangers(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        for (Agent stranger : List.of(t.scene().otherBuyer(), t.scene().buyer(2))) {
            deal.notTheirs(deal.note(stranger));
        }
        deal.happened(deal.note(t.scene().buyer()));
    }

    private static void firstOfItsRole(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        deal.happened("funds_held", "shipped", "accepted");
        deal.happened(deal.relayed("delivered"));
        others(t, t.scene().holder(), "holder-2").forEach(other -> deal.notTheirs(deal.event(other, "released")));
        others(t, t.scene().carrier(), "carrier-2").forEach(other -> deal.notTheirs(deal.event(other, "return")));
        others(t, t.scene().marketplaceAgent(), "market-1")
                .forEach(other -> deal.notTheirs(deal.relayed(other, "returned_to_sender")));
        deal.happened("released", "return");
        deal.happened(deal.relayed("returned_to_sender"));
    }

    /** Agents of the same role: another key of the same operator, and one of this operator. */
    private static List<Agent> others(Trial t, Agent first, String operator) {
        return IntStream.rangeClosed(1, 2)
                .boxed()
                .flatMap(n -> Stream.of(
                        t.world().cast().agent(first.operator(), n),
                        t.world().cast().agent(operator, n)))
                .filter(agent -> !agent.jkt().equals(first.jkt()))
                .limit(2)
                .toList();
    }
}
