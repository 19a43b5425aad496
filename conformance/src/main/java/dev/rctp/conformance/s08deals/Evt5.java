package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** EVT-5: the same event again, and word to the marketplace. */
public final class Evt5 implements Section {

    private static final Duration SOON = Duration.ofSeconds(15);
    private static final Duration LONG_PAST = Duration.ofMinutes(10);

    @Override
    public void register(Suite suite) {
        suite.test("EVT-5.1", t -> repeated(t, event -> event));
        suite.test("EVT-5.2", t -> noSecondEntry(t, event -> event));
        suite.test("EVT-5.3", t -> repeated(t, DealEvent::renamed));
        suite.test("EVT-5.4", t -> noSecondEntry(t, DealEvent::renamed));
        suite.test("EVT-5.5", Evt5::anotherReporter);
        suite.test(
                "EVT-5.6",
                t -> conflict(
                        t,
                        event -> earlier(event)
                                .with("source_event_id", UUID.randomUUID().toString())));
        suite.test("EVT-5.7", t -> conflict(t, event -> earlier(event).renamed()));
        suite.test("EVT-5.8", Evt5::beforeIat);
        suite.test("EVT-5.9", Evt5::sentOn);
        suite.test("EVT-5.10", Evt5::noVeto);
        suite.test("EVT-5.11", Evt5::afterCommit);
    }

    private static DealEvent fundsHeld(TestedDeal deal) {
        return deal.event("funds_held");
    }

    private static DealEvent earlier(DealEvent event) {
        Instant at = Instant.parse(event.claims().path("occurred_at").asString(""));
        return event.with("occurred_at", at.minusSeconds(60).toString());
    }

    private static void repeated(Trial t, UnaryOperator<DealEvent> again) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent event = fundsHeld(deal);
        Answer recorded = deal.happened(event);
        Answer repeat = deal.send(again.apply(event));
        t.equal(200, repeat.status(), "The status of the same event again");
        t.equal(recorded.json(), repeat.json(), "The entry of the same event again");
    }

    /** Information may come as often as it likes, so that nothing but its identity bars the second one. */
    private static void noSecondEntry(Trial t, UnaryOperator<DealEvent> again) {
        TestedDeal deal = TestedDeal.of(t);
        String source = UUID.randomUUID().toString();
        DealEvent event = deal.note(t.scene().buyer()).with("source_event_id", source);
        deal.happened(event);
        deal.send(again.apply(event));
        t.equal(
                1L,
                deal.events().stream()
                        .filter(entry -> Jws.claim(entry, "source_event_id").equals(source))
                        .count(),
                "The number of entries of one event");
    }

    private static void anotherReporter(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        String id = UUID.randomUUID().toString();
        deal.happened(deal.note(t.scene().carrier()).with("source_event_id", id));
        DealEvent other = deal.note(t.scene().holder()).with("source_event_id", id);
        deal.taken(other);
        t.equal(1L, deal.recorded(other.jti()), "The number of entries of the other reporter's event");
    }

    private static void conflict(Trial t, UnaryOperator<DealEvent> change) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent event = fundsHeld(deal);
        deal.happened(event);
        t.refused(deal.send(change.apply(event)), 409, "idempotency_conflict");
    }

    private static void beforeIat(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent event = fundsHeld(deal);
        deal.happened(event);
        t.world().clock().advance(LONG_PAST);
        t.equal(200, deal.send(event).status(), "The status of the same event again, when its `iat` is too old");
        deal.refused(event.again());
    }

    private static void sentOn(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent event = deal.event("funds_held");
        String jws = event.jws();
        t.control(deal.call(event.signer(), jws), 201);
        arrived(t, deal, jws);
    }

    private static void noVeto(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        t.world().marketplace().behave(deal.id(), Behaviour.status(422, Json.object()));
        DealEvent event = deal.event("funds_held");
        String jws = event.jws();
        t.accepted(t.send(deal.call(event.signer(), jws)), 201);
        arrived(t, deal, jws);
        deal.happened("accepted");
        t.equal(1L, deal.recorded(event.jti()), "The number of entries of an event that the marketplace refused");
        t.equal("accepted", deal.state(), "The deal's `state`");
    }

    private static void afterCommit(Trial t) {
        TestedDeal deal = TestedDeal.of(t);
        t.world().marketplace().behave(deal.id(), Behaviour.hangUp());
        deal.taken("funds_held");
    }

    private static void arrived(Trial t, TestedDeal deal, String jws) {
        t.eventually(
                "The marketplace was to be sent the event.",
                SOON,
                () -> requests(t, deal).stream()
                        .filter(request -> request.method()
                                        .equals(t.world().target().routes().method("deal.event"))
                                && request.text().contains(jws))
                        .findFirst()
                        .orElse(null));
    }

    private static List<Received> requests(Trial t, TestedDeal deal) {
        return t.world().marketplace().requests(deal.id());
    }
}
