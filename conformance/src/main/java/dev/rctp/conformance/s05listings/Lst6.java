package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.msgsig.agent.Receipt;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** LST-6: listings without approved terms. */
public final class Lst6 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("LST-6.1", Lst6::passes);
        suite.test("LST-6.2", Lst6::marketplacesAnswer);
        suite.test("LST-6.3", Lst6::nothingHeld);
        suite.test("LST-6.4", Lst6::entry);
        suite.test("LST-6.5", Lst6::sellersAgent);
        suite.test("LST-6.6", Lst6::none);
        suite.test("LST-6.7", Lst6::commitment);
    }

    private static Answer ordinary(Trial t, Listing listing) {
        return t.send(t.scene().offer(t.scene().buyer(), listing, 5_000_000));
    }

    private static void passes(Trial t) {
        Listing listing = t.scene().bareListing();
        Answer answer = ordinary(t, listing);
        t.that(
                answer.isAuto() && answer.status() / 100 == 2,
                "An ordinary offer was to be `auto` and a success, not " + answer.inShort());
        t.equal(1, offers(t, listing).size(), "The number of offers that reached the marketplace");
    }

    private static void marketplacesAnswer(Trial t) {
        Listing listing = t.scene().bareListing();
        ObjectNode said = Json.object().put("taken_note_of", t.world().fresh(6));
        t.world().marketplace().behave(path(t, "offer.create", listing.id()), Behaviour.status(202, said));
        Answer answer = ordinary(t, listing);
        t.equal(202, answer.status(), "The status, which is the marketplace's,");
        ObjectNode expected = Json.object();
        expected.set("marketplace", said);
        t.equal(expected, answer.json(), "The body");
    }

    private static void nothingHeld(Trial t) {
        Listing listing = Told.bare(t);
        t.control(t.scene().offer(t.scene().buyer(), listing, 9_000_000));
        Form form = new Form(t, t.scene().ask(t.scene().setTerms(listing)));
        form.approve(form.goods());
        Answer list = t.control(t.scene().sellerReads("/listings/" + listing.id() + "/offers"), 200);
        t.that(
                list.at("offers").isArray() && list.at("offers").isEmpty(),
                "No ordinary offer was to be held: " + list.inShort());
    }

    private static void entry(Trial t) {
        Listing listing = t.scene().bareListing();
        Receipt receipt = t.control(t.scene().offer(t.scene().buyer(), listing, 5_000_000))
                .receipt();
        t.equal(
                "listing/" + listing.id(),
                receipt == null ? "none" : receipt.subjectType() + "/" + receipt.subjectId(),
                "The subject that `RCTP-Record` names");
    }

    private static void sellersAgent(Trial t) {
        t.control(t.scene().answerBuyer(t.scene().listing(), "Yes, it is."), 200);
        Listing bare = Told.bare(t);
        t.refused(t.send(t.scene().answerBuyer(bare, "Yes, it is.")), 403, "not_in_scope");
        t.refused(t.send(t.scene().reprice(bare, 9_500_000)), 403, "not_in_scope");
    }

    private static void none(Trial t) {
        Listing listing = t.scene().bareListing();
        t.control(t.scene().offer(t.scene().buyer(), listing, 5_000_000));
        t.equal(
                List.of("none"),
                reached(t, path(t, "offer.create", listing.id())).headers("RCTP-Terms"),
                "`RCTP-Terms` of the offer");
    }

    private static void commitment(Trial t) {
        Listing listing = t.scene().listing();
        String commitment = Shown.of(t, listing).commitment();
        t.control(t.scene().answerBuyer(listing, "Yes, it is."), 200);
        t.control(t.scene().reprice(listing, 9_500_000), 200);
        Offer first = t.scene().offered(t.scene().buyer(1), listing, 9_000_000);
        t.control(t.scene().counter(first, 9_400_000), 201);
        Offer second = t.scene().offered(t.scene().buyer(2), listing, 9_200_000);
        t.control(t.scene().accept(second), 200);
        for (String part : List.of(
                path(t, "listing.answer_buyer", listing.id()),
                path(t, "listing.reprice", listing.id()),
                path(t, "offer.create", listing.id()),
                path(t, "offer.counter", first.id()),
                path(t, "offer.accept", second.id()))) {
            t.equal(List.of(commitment), reached(t, part).headers("RCTP-Terms"), "`RCTP-Terms` of " + part);
        }
    }

    private static Received reached(Trial t, String part) {
        return t.needed(
                t.world().marketplace().requests(part).stream().findFirst().orElse(null),
                "Nothing of " + part + " reached the marketplace.");
    }

    private static List<Received> offers(Trial t, Listing listing) {
        return t.world().marketplace().requests(path(t, "offer.create", listing.id()));
    }

    private static String path(Trial t, String verb, String id) {
        return t.world().target().routes().path(verb, id);
    }
}
