package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** DEC-4: the tier of a call, and what is always asked or never allowed. */
public final class Dec4 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("DEC-4.1", t -> isAsked(t, t.send(Some.answering(t, "ask"))));
        suite.test("DEC-4.2", t -> t.accepted(t.send(repricing(t, Some.granted(t, "reprice", "auto"))), 200));
        suite.test("DEC-4.3", Dec4::defaultTier);
        suite.test("DEC-4.4", Dec4::ownScope);
        suite.test("DEC-4.5", Dec4::forbidHolds);
        suite.test("DEC-4.6", Dec4::forbidAlwaysHolds);
        suite.test("DEC-4.7", Dec4::termsAreAsked);
        suite.test("DEC-4.8", Dec4::listingsAreAsked);
        suite.test("DEC-4.9", Dec4::listingsWithoutTerms);
        suite.test("DEC-4.10", t -> forbidden(t, contract(t, t.scene().deal().id())));
        suite.test("DEC-4.11", t -> fixed(t, account(t)));
        suite.test("DEC-4.12", Dec4::fixedForbidsAreChecked);
        suite.test("DEC-4.13", t -> fixed(t, contract(t, "dea_aaaaaaaaaaaaaaaaaaaaaaaaaa")));
        suite.test("DEC-4.14", t -> fixed(t, Faulty.malformed(account(t))));
    }

    private static Call repricing(Trial t, Grant grant) {
        return t.scene().reprice(t.scene().listing(), Scene.LIST_PRICE - 1).token(grant.token());
    }

    private static void isAsked(Trial t, Answer answer) {
        t.that(
                answer.status() == 202
                        && String.valueOf(answer.header("RCTP-Decision")).startsWith("ask"),
                "The seller is asked, 202 with `ask`, not " + answer.inShort());
    }

    private static void defaultTier(Trial t) {
        Grant grant = Some.granted(t, "reprice", "auto");
        grant.view(view -> {
            ((ObjectNode) view.at("/authorization_details/0/tiers")).removeAll();
            return view;
        });
        isAsked(t, t.send(repricing(t, grant)));
    }

    private static void ownScope(Trial t) {
        Scene scene = t.scene();
        Grant grant = scene.grant(scene.sellerAgent(), Map.of("answer_buyer", "auto", "reprice", "ask"));
        t.accepted(t.send(Some.answering(t).token(grant.token())), 200);
        isAsked(t, t.send(repricing(t, grant)));
    }

    private static void forbidHolds(Trial t) {
        t.control(Some.answering(t));
        t.refused(t.send(Some.answering(t, "forbid")), 403, "action_forbidden");
    }

    private static void forbidAlwaysHolds(Trial t) {
        Call setTerms = t.scene().setTerms(t.scene().listing());
        t.refused(t.send(setTerms.token(Some.granted(t, "set_terms", "forbid").token())), 403, "action_forbidden");
    }

    private static void termsAreAsked(Trial t) {
        Call setTerms = t.scene().setTerms(t.scene().listing());
        isAsked(t, t.send(setTerms.token(Some.granted(t, "set_terms", "auto").token())));
    }

    private static void listingsAreAsked(Trial t) {
        if (mayBeAuto(t)) {
            throw t.notApplicable("The target's configuration lets `listing.create` be `auto`.");
        }
        isAsked(t, t.send(creating(t)));
    }

    private static void listingsWithoutTerms(Trial t) {
        if (!mayBeAuto(t)) {
            throw t.notApplicable("The target's configuration doesn't let `listing.create` be `auto`.");
        }
        Scene scene = t.scene();
        Answer created = t.control(creating(t), 201);
        String id = created.at("listing_id").asString("");
        Listing made = new Listing(id, "A thing", Scene.LIST_PRICE, Json.object(), Json.object(), "");
        t.refused(t.send(scene.answerBuyer(made, "Yes.")), 403, "not_in_scope");
    }

    private static Call creating(Trial t) {
        return t.scene()
                .createListing()
                .token(Some.granted(t, "dev.rctp.listing:create", "auto").token());
    }

    private static boolean mayBeAuto(Trial t) {
        JsonNode allowed = Profile.scopes(t).path("dev.rctp.listing:create").path("allowed_tiers");
        return allowed.valueStream().anyMatch(tier -> tier.asString("").equals("auto"));
    }

    private static Call contract(Trial t, String deal) {
        Scene scene = t.scene();
        return scene.calls()
                .verb(scene.sellerAgent(), "deal.sign_contract", deal, Json.object())
                .token(scene.grant().token());
    }

    private static Call account(Trial t) {
        Scene scene = t.scene();
        return scene.calls()
                .verb(scene.sellerAgent(), "account.update", "", Json.object().put("name", "Another"))
                .token(scene.grant().token());
    }

    private static void fixed(Trial t, Call call) {
        t.control(Some.answering(t));
        forbidden(t, call);
    }

    private static void forbidden(Trial t, Call call) {
        t.refused(t.send(call), 403, "action_forbidden");
    }

    private static void fixedForbidsAreChecked(Trial t) {
        Call call = account(t);
        t.control(call, 403);
        t.refused(t.send(Faulty.badlySigned(call)), 401, "signature_invalid");
        t.refused(t.send(Faulty.ofStranger(t.world(), call)), 401, "operator_unknown");
        t.refused(t.send(call.token(null)), 401, "grant_invalid");
        Grant revoked = Some.granted(t, "answer_buyer", "auto");
        revoked.revoke();
        t.refused(t.send(call.token(revoked.token())), 403, "grant_revoked");
    }
}
