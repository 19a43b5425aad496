package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.msgsig.agent.Receipt;
import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.StringItem;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** DEC-6: the receipt, {@code RCTP-Record}. */
public final class Dec6 implements Section {

    private static final String FIELD = "RCTP-Record";
    private static final int HASH_OCTETS = 32;

    @Override
    public void register(Suite suite) {
        suite.test("DEC-6.1", t -> accepted(t).forEach((which, answer) -> hasReceipt(t, which, answer)));
        suite.test("DEC-6.2", t -> hasReceipt(t, "A 202", Some.asked(t)));
        suite.test("DEC-6.3", t -> refused(t).forEach((which, answer) -> hasReceipt(t, which, answer)));
        suite.test("DEC-6.4", Dec6::form);
        suite.test("DEC-6.5", Dec6::subject);
        suite.test("DEC-6.6", Dec6::ownEntry);
        suite.test("DEC-6.7", Dec6::nextNamesIt);
        suite.test("DEC-6.8", Dec6::durable);
        suite.test("DEC-6.9", Dec6::namesDone);
    }

    private static Map<String, Answer> accepted(Trial t) {
        Scene scene = t.scene();
        Map<String, Answer> all = new LinkedHashMap<>();
        all.put("An answer to a buyer", t.control(Some.answering(t)));
        all.put("An offer", t.control(scene.offer(scene.buyer(), scene.listing(), Scene.LIST_PRICE)));
        all.put("A new price", t.control(scene.reprice(scene.listing(), Scene.LIST_PRICE - 1)));
        return all;
    }

    private static Map<String, Answer> refused(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing();
        scene.offered(scene.buyer(), listing, Scene.LIST_PRICE);
        Map<String, Answer> all = new LinkedHashMap<>();
        all.put("A tier `forbid` on the seller's listing", t.control(Some.answering(t, "forbid"), 403));
        all.put(
                "A price below the floor in a negotiation",
                t.control(scene.offer(scene.buyer(), listing, listing.floor() - 1), 403));
        return all;
    }

    private static void hasReceipt(Trial t, String which, Answer answer) {
        t.that(answer.header(FIELD) != null, which + " is answered with `RCTP-Record`: " + answer.inShort());
    }

    private static void form(Trial t) {
        String field = t.needed(t.control(Some.answering(t)).header(FIELD), "There is no `RCTP-Record`.");
        t.that(isReceipt(field), "`RCTP-Record` is a String with `seq` and a `hash` of 32 octets, not " + field + ".");
    }

    private static boolean isReceipt(String field) {
        try {
            Item item = Item.parse(field);
            return item.value() instanceof StringItem
                    && item.parameters().get("seq") instanceof IntegerItem
                    && item.parameters().get("hash") instanceof ByteSequenceItem hash
                    && hash.bytes().length == HASH_OCTETS;
        } catch (MalformedFieldException e) {
            return false;
        }
    }

    private static void subject(Trial t) {
        Scene scene = t.scene();
        names(t, t.control(Some.answering(t)), "listing", scene.listing().id());
        Answer offered = t.control(scene.offer(scene.buyer(), scene.listing(), Scene.LIST_PRICE), 201);
        names(t, offered, "negotiation", offered.at("negotiation_id").asString(""));
        Offer accepted = scene.accepted(scene.offered(scene.buyer(2), scene.listing(), Scene.LIST_PRICE));
        Answer opened = t.control(scene.openDeal(accepted.buyer(), scene.checkout(accepted)), 201);
        names(t, opened, "deal", opened.at("deal_id").asString(""));
    }

    private static void names(Trial t, Answer answer, String type, String id) {
        Receipt receipt = Chain.receipt(t, answer);
        t.equal(type + "/" + id, receipt.subjectType() + "/" + receipt.subjectId(), "The receipt's subject");
    }

    private static void ownEntry(Trial t) {
        Receipt first = Chain.receipt(t, t.control(Some.answering(t)));
        Receipt second = Chain.receipt(t, t.control(Some.answering(t)));
        t.that(
                second.seq() > first.seq(),
                "The second call has an entry after " + first.seq() + ", not " + second.seq() + ".");
    }

    private static void nextNamesIt(Trial t) {
        Receipt receipt = Chain.receipt(t, t.control(Some.answering(t)));
        t.control(Some.answering(t));
        JsonNode next = Chain.entry(Chain.entries(t, Chain.read(t, receipt)), receipt.seq() + 1);
        t.blockedUnless(next.isObject(), "There is no entry after " + receipt.seq() + ".");
        t.equal(receipt.hash(), next.path("prev_hash").asString(""), "`prev_hash` of the next entry");
    }

    private static void durable(Trial t) {
        Call call = Some.answering(t);
        for (int i = 0; i < 3; i++) {
            Receipt receipt = Chain.receipt(t, t.control(call));
            JsonNode entry = Chain.entry(Chain.entries(t, Chain.read(t, receipt)), receipt.seq());
            t.that(entry.isObject(), "The entry " + receipt.seq() + " is in the record as soon as it is receipted.");
        }
    }

    private static void namesDone(Trial t) {
        Receipt receipt = Chain.receipt(t, t.control(Some.answering(t)));
        JsonNode entry = Chain.entry(Chain.entries(t, Chain.read(t, receipt)), receipt.seq());
        t.equal("done", entry.path("kind").asString(""), "The kind of the receipted entry");
    }
}
