package dev.rctp.conformance.s14schemas;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s07approvals.Asking;
import dev.rctp.conformance.s07approvals.Page;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.util.Base64;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Section 14: what the target answers to agents and pages is valid by its schema. */
public final class Answers implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("SCH-1", Answers::profile);
        suite.test("SCH-3", Answers::termSet);
        suite.test("SCH-6", Answers::listing);
        suite.test("SCH-7", Answers::offer);
        suite.test("SCH-8", Answers::offerState);
        suite.test("SCH-9", Answers::dealTerms);
        suite.test("SCH-10", Answers::checkout);
        suite.test("SCH-11", Answers::decision);
        suite.test("SCH-12", Answers::error);
        suite.test("SCH-13", Answers::approvalRequest);
        suite.test("SCH-15", Answers::approvalStatus);
    }

    static JsonNode gatewayProfile(Trial t) {
        return t.page("GET", t.world().target().plan().profileUrl().toString(), null)
                .json();
    }

    private static void profile(Trial t) {
        new Valid(t).by("ucp-profile", gatewayProfile(t));
    }

    private static void termSet(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> {
            JsonNode form = asking.ask(call).view().path("form");
            JsonNode member = form.path("term_set");
            new Valid(t).openBy("term-set", member.isObject() ? member : form);
        });
    }

    private static void listing(Trial t) {
        Scene scene = t.scene();
        Valid valid = new Valid(t);
        valid.openBy("listing", scene.listing().answer());
        valid.by(
                "listing",
                t.control(
                                scene.read(
                                        scene.buyer(),
                                        "/listings/" + scene.listing().id() + "/terms"),
                                200)
                        .json());
        valid.by(
                "listing",
                t.control(scene.reprice(scene.listing(), Asking.PRICE)).json());
    }

    private static Answer read(Trial t, Offer offer) {
        return t.control(t.scene().read(offer.buyer(), "/offers/" + offer.id()), 200);
    }

    private static JsonNode list(Trial t) {
        return t.control(
                        t.scene().sellerReads("/listings/" + t.scene().listing().id() + "/offers"), 200)
                .at("offers");
    }

    private static void offer(Trial t) {
        Scene scene = t.scene();
        Valid valid = new Valid(t);
        Offer first = scene.offered();
        valid.openBy("offer", first.json());
        valid.openBy("offer", scene.countered(first, Scene.LIST_PRICE).json());
        list(t).forEach(one -> valid.openBy("offer", one));
        Offer accepted = scene.accepted(scene.offered());
        valid.openBy("offer", accepted.json());
        valid.openBy("offer", read(t, accepted).json());
    }

    private static void offerState(Trial t) {
        Asking asking = new Asking(t);
        Scene scene = t.scene();
        Valid valid = new Valid(t);
        Offer countered = scene.offered();
        valid.by("offer-state", read(t, countered).at("state"));
        scene.countered(countered, Scene.LIST_PRICE);
        valid.by("offer-state", read(t, countered).at("state"));
        t.control(scene.superseding(countered, Scene.LIST_PRICE), 201);
        valid.by("offer-state", read(t, countered).at("state"));
        Offer waiting = scene.offered();
        Page page = asking.ask(asking.accept(waiting));
        valid.by("offer-state", read(t, waiting).at("state"));
        page.answered("decline");
        valid.by("offer-state", read(t, waiting).at("state"));
        Offer accepted = scene.accepted(scene.offered());
        valid.by("offer-state", read(t, accepted).at("state"));
    }

    private static void dealTerms(Trial t) {
        Scene scene = t.scene();
        Offer offer = scene.offered();
        new Valid(t).by("deal-terms", offer.json().path("deal_terms"));
        new Valid(t).by("deal-terms", read(t, offer).at("deal_terms"));
        new Valid(t)
                .by(
                        "deal-terms",
                        scene.countered(offer, Scene.LIST_PRICE).json().path("deal_terms"));
    }

    private static void checkout(Trial t) {
        String[] parts =
                t.scene().checkout(t.scene().accepted(t.scene().offered())).split("\\.", -1);
        t.that(parts.length == 3, "A checkout is a compact JWS of three parts.");
        new Valid(t).openBy("checkout", claims(t, parts[1]));
    }

    private static JsonNode claims(Trial t, String part) {
        try {
            return JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(part));
        } catch (IllegalArgumentException | JacksonException e) {
            t.that(false, "The claims of a checkout are JSON in base64url; " + e.getMessage());
            throw e;
        }
    }

    private static void decision(Trial t) {
        Asking asking = new Asking(t);
        Scene scene = t.scene();
        for (Answer answer : List.of(
                t.control(scene.answerBuyer(scene.listing(), "It is blue.")),
                t.control(asking.answer(), 202),
                t.send(asking.answer().token("unknown")),
                t.send(scene.answerBuyer(scene.bareListing(), "It is blue.")))) {
            new Valid(t).openBy("decision", ParsedDecision.of(t, answer));
        }
    }

    private static void error(Trial t) {
        Scene scene = t.scene();
        Call answer = scene.answerBuyer(scene.listing(), "It is blue.");
        for (Call refused : List.of(
                answer.signature(octets -> new byte[octets.length]),
                answer.token(null),
                answer.json(Json.object().put("text", "It is blue.").put("colour", "blue")),
                scene.answerBuyer(scene.bareListing(), "It is blue."),
                scene.reprice(scene.listing(), 1),
                scene.openDeal(scene.buyer(), "e30.e30.e30"))) {
            Answer refusal = t.send(refused);
            t.blockedUnless(refusal.status() / 100 == 4, "A bad call is answered " + refusal.inShort() + ".");
            new Valid(t).openBy("error", refusal.json());
        }
    }

    private static void approvalRequest(Trial t) {
        new Asking(t)
                .each((verb, call) -> new Valid(t)
                        .openBy("approval-request", t.control(call, 202).json()));
    }

    private static void approvalStatus(Trial t) {
        for (String decision : List.of("approve", "decline")) {
            Asking asking = new Asking(t);
            Page page = asking.ask();
            new Valid(t).openBy("approval-status", page.status(asking.agent()));
            Answer taken = page.answer(decision);
            t.blockedUnless(taken.status() == 200, "The seller's good answer is " + taken.inShort() + ".");
            new Valid(t).openBy("approval-status", taken.json());
            page.result(asking.agent());
            new Valid(t).openBy("approval-status", page.status(asking.agent()));
        }
    }
}
