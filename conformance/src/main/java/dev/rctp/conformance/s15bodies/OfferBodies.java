package dev.rctp.conformance.s15bodies;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.CanonicalJson;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** Section 15: calls on offers. */
public final class OfferBodies implements Section {

    private static final long PRICE = Scene.LIST_PRICE - 1_000;

    @Override
    public void register(Suite suite) {
        suite.test("BOD-17", t -> offer(t, t.send(made(t)), "buyer"));
        suite.test("BOD-18", t -> Bodies.invalid(t, made(t), 201, incomplete()));
        suite.test("BOD-19", t -> {
            Offer offer = t.scene().offered();
            t.accepted(t.send(t.scene().superseding(offer, Scene.LIST_PRICE)), 201);
            t.accepted(t.send(expiring(t, made(t))), 201);
        });
        suite.test("BOD-20", t -> Bodies.unknownMember(t, made(t), 201));
        suite.test(
                "BOD-21",
                t -> Bodies.invalid(
                        t,
                        made(t),
                        201,
                        List.of(
                                within("", terms -> terms.put("unknown_member", 1)),
                                within("fulfillment", terms -> terms.put("unknown_member", 1)))));
        suite.test("BOD-22", t -> {
            Offer offer = t.scene().offered();
            Offer other = t.scene().offered(t.scene().otherBuyer(), offer.listing(), PRICE);
            Answer answer = t.send(t.scene().sellerReads(offers(offer.listing())));
            t.equal(200, answer.status(), "The status");
            List<String> ids = new ArrayList<>();
            answer.at("offers").forEach(one -> ids.add(one.path("offer_id").asString("")));
            t.that(ids.containsAll(List.of(offer.id(), other.id())), "`offers` was to have the listing's offers.");
        });
        suite.test("BOD-23", OfferBodies::noneRefused);
        suite.test("BOD-24", OfferBodies::sellersAgentAlone);
        suite.test("BOD-25", t -> offer(t, t.send(countered(t)), "seller"));
        suite.test("BOD-26", t -> Bodies.missing(t, countered(t), 201, "deal_terms"));
        suite.test("BOD-27", t -> t.accepted(t.send(expiring(t, countered(t))), 201));
        suite.test("BOD-28", t -> Bodies.unknownMember(t, countered(t), 201));
        suite.test("BOD-29", t -> {
            Offer offer = t.scene().offered();
            Answer answer = t.send(t.scene().accept(offer));
            t.equal(200, answer.status(), "The status");
            t.equal(offer.id(), answer.textAt("offer_id"), "`offer_id`");
            t.equal("accepted", answer.textAt("state"), "`state`");
        });
        suite.test(
                "BOD-30",
                t -> Bodies.unknownMember(t, t.scene().accept(t.scene().offered()), 200));
        suite.test("BOD-31", t -> {
            Offer offer = t.scene().offered();
            for (Call read : List.of(
                    t.scene().read(offer.buyer(), "/offers/" + offer.id()),
                    t.scene().sellerReads("/offers/" + offer.id()))) {
                Answer answer = t.send(read);
                t.equal(200, answer.status(), "The status");
                t.equal(offer.id(), answer.textAt("offer_id"), "`offer_id`");
            }
        });
    }

    private static Call made(Trial t) {
        return t.scene().offer(t.scene().buyer(), t.scene().listing(), PRICE);
    }

    private static Call countered(Trial t) {
        return t.scene().counter(t.scene().offered(), PRICE);
    }

    private static Call expiring(Trial t, Call call) {
        String at = t.world()
                .clock()
                .now()
                .plus(Duration.ofDays(1))
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        return Bodies.with(call, body -> body.put("expires_at", at));
    }

    private static String offers(Listing listing) {
        return "/listings/" + listing.id() + "/offers";
    }

    private static void offer(Trial t, Answer answer, String by) {
        t.equal(201, answer.status(), "The status");
        t.equal(by, answer.textAt("by"), "`by`");
        t.equal(
                CanonicalJson.text(Json.dealTerms(PRICE)),
                t.said(answer.at("deal_terms"), "`deal_terms`").canonical(),
                "`deal_terms`");
    }

    private static List<UnaryOperator<ObjectNode>> incomplete() {
        return List.of(
                Bodies.without("deal_terms"),
                within("", Bodies.without("price")),
                within("", Bodies.without("fulfillment")),
                within("", Bodies.without("payment")));
    }

    /** Changes the Deal Terms, or an object in them. */
    private static UnaryOperator<ObjectNode> within(String member, UnaryOperator<ObjectNode> change) {
        return body -> {
            ObjectNode terms = (ObjectNode) body.path("deal_terms");
            if (member.isEmpty()) {
                body.set("deal_terms", change.apply(terms));
            } else {
                terms.set(member, change.apply((ObjectNode) terms.path(member)));
            }
            return body;
        };
    }

    private static void noneRefused(Trial t) {
        Offer offer = t.scene().offered();
        long refused = offer.listing().floor() - 1;
        t.control(t.scene().offer(t.scene().otherBuyer(), offer.listing(), refused), 403);
        Answer answer = t.control(t.scene().sellerReads(offers(offer.listing())), 200);
        t.equal(
                List.of(offer.id()),
                answer.at("offers")
                        .valueStream()
                        .map(one -> one.path("offer_id").asString(""))
                        .toList(),
                "The ids of the offers");
    }

    private static void sellersAgentAlone(Trial t) {
        Offer offer = t.scene().offered();
        String path = offers(offer.listing());
        t.control(t.scene().sellerReads(path), 200);
        Grant other = t.scene()
                .grant(t.scene().stranger(), t.scene().sellerAgent(), t.scene().everything());
        for (Call read : List.of(
                t.scene().read(offer.buyer(), path),
                t.scene().read(t.scene().sellerAgent(), path),
                t.scene().read(t.scene().sellerAgent(), path).token(other.token()))) {
            Answer answer = t.send(read);
            t.that(
                    (answer.status() == 401 || answer.status() == 403) && answer.reason() != null,
                    "The read was to be refused, not " + answer.inShort());
        }
    }
}
