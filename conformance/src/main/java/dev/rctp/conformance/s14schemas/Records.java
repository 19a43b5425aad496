package dev.rctp.conformance.s14schemas;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s07approvals.Asking;
import dev.rctp.conformance.s07approvals.Page;
import dev.rctp.conformance.s11proxy.Told;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Scene;
import dev.rctp.msgsig.agent.Receipt;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Section 14: deals, the record and webhooks are valid by their schemas. */
public final class Records implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("SCH-16", Records::deal);
        suite.test("SCH-19", Records::events);
        suite.test("SCH-20", Records::entries);
        suite.test("SCH-21", Records::webhooks);
        suite.test("SCH-22", Records::receipt);
        suite.test("SCH-24", Records::bundle);
    }

    private static JsonNode read(Trial t, String path) {
        return t.control(t.scene().read(t.scene().buyer(), path), 200).json();
    }

    private static void deal(Trial t) {
        Scene scene = t.scene();
        Deal deal = scene.deal();
        Valid valid = new Valid(t);
        valid.openBy("deal", deal.json());
        valid.openBy("deal", t.control(scene.commit(deal), 200).json());
        scene.happened(scene.holder(), deal, "funds_held");
        valid.openBy("deal", read(t, "/deals/" + deal.id()));
    }

    private static void events(Trial t) {
        Scene scene = t.scene();
        Deal deal = scene.deal();
        new Valid(t).openBy("deal-event-list", read(t, "/deals/" + deal.id() + "/events"));
        scene.happened(scene.holder(), deal, "funds_held");
        scene.happened(scene.buyer(), deal, "accepted");
        JsonNode list = read(t, "/deals/" + deal.id() + "/events");
        new Valid(t).openBy("deal-event-list", list);
        t.blockedUnless(list.path("events").size() == 2, "The list does not have both events.");
    }

    private static List<JsonNode> records(Trial t) {
        Deal deal = t.scene().deal();
        t.scene().happened(t.scene().holder(), deal, "funds_held");
        return List.of(
                read(t, "/records/negotiation/" + deal.offer().negotiation()), read(t, "/records/deal/" + deal.id()));
    }

    private static void entries(Trial t) {
        for (JsonNode record : records(t)) {
            t.blockedUnless(!record.path("entries").isEmpty(), "The record has no entries.");
            record.path("entries").forEach(entry -> new Valid(t).by("attestation-entry", entry));
        }
    }

    private static void bundle(Trial t) {
        JsonNode keys = Answers.gatewayProfile(t).path("keys");
        for (JsonNode record : records(t)) {
            t.that(record.isObject(), "A record is a JSON object.");
            ObjectNode bundle = ((ObjectNode) record).deepCopy();
            bundle.set("keys", keys);
            new Valid(t).openBy("record-bundle", bundle);
        }
    }

    private static void webhooks(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask();
        page.answered("approve");
        Deal deal = t.scene().deal();
        String seller = asking.agent().operator();
        List<Received> all = t.preparing(() -> List.of(
                new Told(t, Told.MARKETPLACE, page.id()).with("pending"),
                new Told(t, seller, page.id()).with("approved"),
                new Told(t, seller, deal.offer().id()).with("open"),
                new Told(t, deal.offer().buyer().operator(), deal.offer().id()).with("accepted")));
        all.forEach(told -> new Valid(t).by("webhook", told.json()));
    }

    private static void receipt(Trial t) {
        Scene scene = t.scene();
        for (Answer answer : List.of(
                t.control(scene.answerBuyer(scene.listing(), "It is blue.")),
                t.control(scene.offer(scene.buyer(), scene.listing(), Asking.PRICE)),
                t.control(scene.accept(scene.offered())))) {
            Receipt receipt = answer.receipt();
            t.that(
                    receipt != null,
                    "`RCTP-Record` is there and can be read; it is " + answer.header("RCTP-Record") + ".");
            new Valid(t)
                    .openBy("receipt", t.needed(receipt, "There is no receipt.").toJson());
        }
    }
}
