package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** The reasons of section 4 that approvals, checkouts and deals meet, and their statuses. */
final class Dec9Deals implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("DEC-9.15", Dec9Deals::closed);
        suite.test("DEC-9.16", Dec9Deals::declined);
        suite.test("DEC-9.17", Dec9Deals::approvalInvalid);
        suite.test("DEC-9.18", Dec9Deals::checkoutInvalid);
        suite.test("DEC-9.19", Dec9Deals::unmet);
    }

    private static void closed(Trial t) {
        Scene scene = t.scene();
        t.control(scene.offer(scene.buyer(2), scene.listing(), Scene.LIST_PRICE), 201);
        scene.deal();
        t.refused(t.send(scene.offer(scene.buyer(2), scene.listing(), Scene.LIST_PRICE)), 409, "listing_closed");
    }

    private static void declined(Trial t) {
        Asked asked = t.scene().ask(Some.answering(t, "ask"));
        Answer heard = asked.decline();
        t.blockedUnless(heard.status() == 200, "The seller's no was not heard: " + heard.inShort());
        JsonNode result = t.eventually("A declined call has a result.", Duration.ofSeconds(10), () -> {
            JsonNode found = asked.status().at("result");
            return found.isObject() ? found : null;
        });
        t.equal(403, result.path("status").asInt(0), "The status of the result");
        t.equal("approval_declined", result.path("body").path("code").asString(""), "The `code` of the result");
    }

    private static void approvalInvalid(Trial t) {
        Asked asked = t.scene().ask(Some.answering(t, "ask"));
        String challenge = asked.challenge(asked.page(), "approve");
        Answer answer = asked.respond("approve", t.scene().stranger().passkey().assertion(challenge));
        t.equal(422, answer.status(), "The status for another passkey's answer");
        t.equal("approval_invalid", answer.code(), "The `code` for another passkey's answer");
    }

    private static void checkoutInvalid(Trial t) {
        Scene scene = t.scene();
        Offer accepted = scene.accepted(scene.offered());
        String checkout = scene.checkout(accepted);
        String altered = checkout.substring(0, checkout.lastIndexOf('.') + 1) + "A".repeat(86);
        t.refused(t.send(scene.openDeal(accepted.buyer(), altered)), 422, "checkout_invalid");
    }

    private static void unmet(Trial t) {
        Scene scene = t.scene();
        Deal deal = scene.deal();
        t.refused(
                t.send(scene.event(scene.holder(), deal, "released", claims -> claims)),
                409,
                "release_condition_unmet");
    }
}
