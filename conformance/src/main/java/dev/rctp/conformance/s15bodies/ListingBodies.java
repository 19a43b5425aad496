package dev.rctp.conformance.s15bodies;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.CanonicalJson;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Section 15: calls on listings. */
public final class ListingBodies implements Section {

    private static final long FLOOR = 8_000_000;
    private static final long NEW_PRICE = Scene.LIST_PRICE + 4_200;

    @Override
    public void register(Suite suite) {
        suite.test("BOD-1", t -> approved(t, t.scene().createListing(), 201));
        suite.test("BOD-2", t -> Bodies.missing(t, t.scene().createListing(), 202, "title", "list_price", "term_set"));
        suite.test("BOD-3", ListingBodies::optionalOfCreate);
        suite.test("BOD-4", t -> Bodies.unknownMember(t, t.scene().createListing(), 202));
        suite.test("BOD-5", t -> approved(t, t.scene().setTerms(t.scene().listing()), 200));
        suite.test("BOD-6", ListingBodies::optionalOfTerms);
        suite.test(
                "BOD-7",
                t -> Bodies.unknownMember(t, t.scene().setTerms(t.scene().listing()), 202));
        suite.test("BOD-8", t -> {
            Listing listing = t.scene().listing();
            Answer answer = t.send(t.scene().read(t.scene().buyer(), terms(listing)));
            t.equal(200, answer.status(), "The status");
            t.equal(listing.id(), answer.textAt("listing_id"), "`listing_id`");
            t.that(answer.at("public_terms").isObject(), "The listing was to have `public_terms`.");
        });
        suite.test("BOD-9", t -> {
            Listing listing = t.scene().listing();
            for (Agent reader : List.of(
                    t.scene().buyer(),
                    t.scene().otherBuyer(),
                    t.scene().carrier(),
                    t.scene().sellerAgent())) {
                Answer answer = t.send(t.scene().read(reader, terms(listing)));
                t.equal(200, answer.status(), "The status for " + reader);
            }
        });
        suite.test("BOD-10", t -> {
            Answer answer = t.send(t.scene().reprice(t.scene().listing(), NEW_PRICE));
            t.equal(200, answer.status(), "The status");
            t.equal(t.scene().listing().id(), answer.textAt("listing_id"), "`listing_id`");
            t.equal(
                    CanonicalJson.text(Json.eur(NEW_PRICE)),
                    t.said(answer.at("list_price"), "`list_price`").canonical(),
                    "`list_price`");
        });
        suite.test(
                "BOD-11", t -> Bodies.missing(t, t.scene().reprice(t.scene().listing(), NEW_PRICE), 200, "list_price"));
        suite.test(
                "BOD-12",
                t -> Bodies.unknownMember(t, t.scene().reprice(t.scene().listing(), NEW_PRICE), 200));
        suite.test("BOD-13", t -> {
            Answer answer = t.send(reply(t));
            t.equal(200, answer.status(), "The status");
            t.equal(List.of("marketplace"), List.copyOf(answer.json().propertyNames()), "The members of the answer");
        });
        suite.test("BOD-14", t -> Bodies.missing(t, reply(t), 200, "text"));
        suite.test("BOD-15", t -> {
            t.control(reply(t), 200);
            t.accepted(t.send(Bodies.with(reply(t), body -> body.put("in_reply_to", "question-1"))), 200);
        });
        suite.test("BOD-16", t -> Bodies.unknownMember(t, reply(t), 200));
    }

    private static Call reply(Trial t) {
        return t.scene().answerBuyer(t.scene().listing(), "yes");
    }

    private static String terms(Listing listing) {
        return "/listings/" + listing.id() + "/terms";
    }

    private static ObjectNode form(Trial t) {
        return Json.terms(FLOOR, t.world().clock().now());
    }

    private static void approved(Trial t, Call call, int status) {
        Answer answer = t.send(call);
        t.equal(202, answer.status(), "The status of the call");
        Asked asked = new Asked(t, t.scene().seller(), call, answer);
        Answer yes = asked.approve(form(t));
        t.blockedUnless(yes.status() == 200, "The approval was not taken: " + yes.inShort());
        JsonNode result = asked.result();
        t.equal(status, result.path("status").asInt(0), "The status once it is approved");
        t.that(result.at("/body/listing_id").isString(), "The body was to be a `listing`.");
    }

    private static void optionalOfCreate(Trial t) {
        t.control(t.scene().createListing(), 202);
        held(t, Bodies.with(t.scene().createListing(), body -> body.put("description", "Hardly used.")));
        held(t, Bodies.with(t.scene().createListing(), body -> body.put("category", "bikes")));
        held(t, Bodies.with(t.scene().createListing(), "proposed_terms", form(t)));
    }

    private static void held(Trial t, Call call) {
        Answer answer = t.send(call);
        t.that(answer.status() == 202, "The call was to be held, 202, not " + answer.inShort());
    }

    /** One question at a time may be pending about a listing (APR-1): each is declined. */
    private static void optionalOfTerms(Trial t) {
        Call call = t.scene().setTerms(t.scene().listing());
        for (Call one : List.of(
                call,
                Bodies.with(call, "term_set", JsonNodeFactory.instance.stringNode("goods.small/1")),
                Bodies.with(call, "proposed_terms", form(t)))) {
            Answer answer = t.send(one);
            t.that(answer.status() == 202, "The call was to be held, 202, not " + answer.inShort());
            Answer no = new Asked(t, t.scene().seller(), one, answer).decline();
            t.blockedUnless(no.status() == 200, "The decline was not taken: " + no.inShort());
        }
    }
}
