package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** EVT-1: what an event is, and who reads it. */
public final class Evt1 implements Section {

    private static final long TOO_OLD = 330;
    private static final long TOO_FAR_AHEAD = 90;

    @Override
    public void register(Suite suite) {
        suite.test("EVT-1.1", Evt1::standsAmongTheEvents);
        suite.test("EVT-1.2", Evt1::partiesRead);
        suite.test("EVT-1.3", Evt1::strangersDoNot);
        suite.test("EVT-1.4", Evt1::order);
        suite.test("EVT-1.12", Evt1::anotherSigner);
        suite.test(
                "EVT-1.13",
                t -> wrong(
                        t,
                        deal -> List.of(
                                deal.event("funds_held")
                                        .with("iss", t.scene().buyer().profileUrl()),
                                deal.event("funds_held")
                                        .with("iss", t.scene().holder().profileUrl() + "/"))));
        suite.test(
                "EVT-1.14",
                t -> wrong(
                        t,
                        deal -> List.of(deal.event("funds_held").with("deal_id", "dea_aaaaaaaaaaaaaaaaaaaaaaaaaa"))));
        suite.test(
                "EVT-1.15",
                t -> wrong(
                        t,
                        deal -> List.of("iss", "deal_id", "type", "occurred_at", "iat", "jti").stream()
                                .map(claim -> deal.event("funds_held").without(claim))
                                .toList()));
        suite.test("EVT-1.16", t -> eachPayment(t, (deal, event) -> deal.wrong(event.without("amount"))));
        suite.test(
                "EVT-1.17",
                t -> eachPayment(t, (deal, event) -> {
                    deal.wrong(event.with(
                            "amount",
                            changed(
                                    deal,
                                    price -> price.put(
                                            "amount", price.path("amount").asLong(-1) + 1))));
                    deal.wrong(event.again()
                            .with(
                                    "amount",
                                    changed(
                                            deal,
                                            price -> price.put(
                                                    "amount",
                                                    price.path("amount").asLong(-1) - 1))));
                }));
        suite.test(
                "EVT-1.18",
                t -> eachPayment(
                        t,
                        (deal, event) -> deal.wrong(
                                event.with("amount", changed(deal, price -> price.put("currency", "USD"))))));
        suite.test("EVT-1.19", t -> untimely(t, -TOO_OLD));
        suite.test("EVT-1.20", t -> untimely(t, TOO_FAR_AHEAD));
        suite.test("EVT-1.21", t -> {
            TestedDeal deal = TestedDeal.of(t);
            deal.wrong(deal.event("shipped").with("relation", "overheard"));
            deal.happened("shipped");
        });
    }

    private static void standsAmongTheEvents(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent event = deal.event("funds_held");
        String jws = event.jws();
        t.control(deal.call(event.signer(), jws), 201);
        t.that(
                deal.events().stream().anyMatch(entry -> Jws.in(entry).equals(Optional.of(jws))),
                "The event was to stand among the deal's entries as it was sent.");
    }

    private static void partiesRead(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent event = deal.event("funds_held");
        deal.happened(event);
        deal.partiesBut(t.scene().holder()).forEach(party -> deal.happened(deal.note(party)));
        for (Agent party : deal.parties()) {
            Answer read = t.send(deal.read(party, deal.path() + "/events"));
            t.that(read.status() == 200, "The events were to be given to " + party + ", not " + read.inShort());
            t.that(
                    read.at("events")
                            .valueStream()
                            .anyMatch(entry -> Jws.claim(entry, "jti").equals(event.jti())),
                    "The entry of `funds_held` was to be among what " + party + " reads.");
        }
    }

    private static void strangersDoNot(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        t.control(deal.read(t.scene().buyer(), deal.path() + "/events"), 200);
        for (Agent stranger : List.of(t.scene().buyer(2), t.scene().otherBuyer())) {
            t.refused(t.send(deal.read(stranger, deal.path() + "/events")), 403, "not_in_scope");
        }
    }

    private static void order(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        List<DealEvent> events = List.of(deal.event("shipped"), deal.event("funds_held"), deal.event("accepted"));
        events.forEach(deal::happened);
        t.equal(
                events.stream().map(DealEvent::jti).toList(),
                deal.events().stream()
                        .map(entry -> Jws.claim(entry, "jti"))
                        .filter(jti -> !jti.isEmpty())
                        .toList(),
                "The list of the events' `jti`");
    }

    private static void anotherSigner(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        Agent holder = t.scene().holder();
        for (Agent other : List.of(t.scene().buyer(), t.scene().carrier())) {
            DealEvent event = deal.event(other, "funds_held").with("iss", holder.profileUrl());
            deal.wrong(holder, event.with("amount", deal.price()).jws());
            deal.wrong(deal.event("funds_held").header(header -> header.put("kid", other.jkt())));
        }
        deal.happened("funds_held");
    }

    /** Events that are wrong, and then the right one as control. */
    private static void wrong(Trial t, Function<TestedDeal, List<DealEvent>> events) {
        TestedDeal deal = TestedDeal.of(t);
        events.apply(deal).forEach(deal::wrong);
        deal.happened("funds_held");
    }

    /** Judges each of the three events that name an amount, when nothing else is in its way. */
    private static void eachPayment(Trial t, BiConsumer<TestedDeal, DealEvent> judge) {
        TestedDeal released = TestedDeal.of(t);
        judge.accept(released, released.event("funds_held"));
        released.happened("funds_held", "accepted");
        judge.accept(released, released.event("released"));
        released.happened("released");
        TestedDeal refunded = TestedDeal.of(t);
        refunded.happened("funds_held", "rejected not_as_described", "return");
        judge.accept(refunded, refunded.event("refund"));
        refunded.happened("refund");
    }

    private static ObjectNode changed(TestedDeal deal, UnaryOperator<ObjectNode> change) {
        return change.apply(deal.price().deepCopy());
    }

    private static void untimely(Trial t, long seconds) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent right = deal.event("funds_held");
        DealEvent untimely = right.again()
                .changed(claims -> claims.put("iat", claims.path("iat").asLong(-1) + seconds));
        deal.refused(untimely);
        t.that(deal.recorded(untimely.jti()) == 0, "A refused event was not to be recorded.");
        deal.happened(right);
    }
}
