package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** An answer of each kind, for what holds of all of them. */
final class Some {

    private Some() {}


    /** A 202. */
    static Answer asked(Trial t) {
        return t.control(answering(t, "ask"), 202);
    }

    /** Refusals of each status by checks of each kind. */
    static Map<String, Answer> refusals(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing();
        Call call = answering(t);
        t.control(call);
        Map<String, Call> all = new LinkedHashMap<>();
        all.put("A bad signature", Faulty.badlySigned(call));
        all.put("An unknown operator", Faulty.ofStranger(t.world(), call));
        all.put("A missing token", call.token(null));
        all.put("A tier `forbid`", answering(t, "forbid"));
        all.put("An unknown listing", Faulty.on(call, listing.id(), Faulty.NOWHERE));
        all.put("A malformed body", Faulty.malformed(call));
        all.put("A price below the floor", scene.offer(scene.buyer(), listing, listing.floor() - 1));
        all.put("Another currency", scene.offer(scene.buyer(2), listing, otherCurrency()));
        all.put("A fixed forbid", call.method("PATCH").path("/account"));
        Map<String, Answer> answers = new LinkedHashMap<>();
        all.forEach((which, one) -> answers.put(which, refusal(t, which, one)));
        return answers;
    }

    private static JsonNode otherCurrency() {
        return Json.dealTerms(
                Json.money(Scene.LIST_PRICE, "CHF"), "shipping", "escrow");
    }

    private static Answer refusal(Trial t, String which, Call call) {
        Answer answer = t.send(call);
        t.blockedUnless(answer.status() >= 400, which + " was to be refused, not " + answer.inShort());
        return answer;
    }

    /** An answer to a buyer, accepted. */
    static Call answering(Trial t) {
        return t.scene().answerBuyer(t.scene().listing(), "It is still there.");
    }

    /** An answer to a buyer under a grant with this tier for it. */
    static Call answering(Trial t, String tier) {
        return answering(t).token(granted(t, "answer_buyer", tier).token());
    }

    /** A grant of one scope. */
    static Grant granted(Trial t, String scope, String tier) {
        return t.scene().grant(t.scene().sellerAgent(), Map.of(scope, tier));
    }
}
