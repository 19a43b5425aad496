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

    /** Refusals by checks of each kind; what isn't refused is another test's to tell. */
    static Map<String, Answer> refusals(Trial t) {
        Scene scene = t.scene();
        Listing listing = scene.listing();
        Call call = answering(t);
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
        all.forEach((which, one) -> answers.put(which, t.send(one)));
        answers.values().removeIf(answer -> answer.status() < 400);
        t.blockedUnless(!answers.isEmpty(), "None of the calls was refused.");
        return answers;
    }

    private static JsonNode otherCurrency() {
        return Json.dealTerms(Json.money(Scene.LIST_PRICE, "CHF"), "shipping", "escrow");
    }

    /** One of the refusals; where it isn't there, nothing of it can be judged. */
    static Answer of(Trial t, Map<String, Answer> refusals, String which) {
        return t.needed(refusals.get(which), which + " was to be refused.");
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
