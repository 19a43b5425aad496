package dev.rctp.conformance.s14schemas;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s07approvals.Asking;
import dev.rctp.conformance.s07approvals.Page;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Deal;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Section 14: what is sent to the target is closed; each test sends the same without the member too much. */
public final class Closed implements Section {

    private static final String TOO_MUCH = "colour";

    @Override
    public void register(Suite suite) {
        suite.test("SCH-5", Closed::submission);
        suite.test("SCH-14", Closed::response);
        suite.test("SCH-17", Closed::event);
        suite.test("SCH-18", Closed::eventPost);
    }

    private static void notTaken(Trial t, Answer answer, String what) {
        t.that(
                answer.status() / 100 == 4,
                "A member that the schema doesn't have makes " + what + " not taken: 4xx was expected, not "
                        + answer.inShort() + ".");
    }

    private static void submission(Trial t) {
        Asking asking = new Asking(t);
        Page page = asking.ask(asking.create());
        JsonNode terms = t.scene().listing().terms();
        page.submitted(terms);
        ObjectNode body = Json.object().put(TOO_MUCH, "blue");
        body.set("terms", terms);
        notTaken(t, t.page("POST", page.url() + "/terms", body), "a submission");
    }

    private static void response(Trial t) {
        Asking asking = new Asking(t);
        asking.ask().answered("approve");
        Page page = asking.ask();
        ObjectNode body = Json.object().put("decision", "approve").put(TOO_MUCH, "blue");
        body.set("credential", page.signed(page.view(), "approve"));
        notTaken(t, t.page("POST", page.url() + "/response", body), "an answer");
    }

    private static void event(Trial t) {
        Scene scene = t.scene();
        Deal deal = scene.deal();
        Call more = scene.event(scene.holder(), deal, "funds_held", claims -> claims.put(TOO_MUCH, "blue"));
        notTaken(t, t.send(more), "an event");
        t.control(scene.event(scene.holder(), deal, "funds_held", UnaryOperator.identity()), 201);
    }

    private static void eventPost(Trial t) {
        Scene scene = t.scene();
        Call good = scene.event(scene.holder(), scene.deal(), "funds_held", UnaryOperator.identity());
        notTaken(t, t.send(Asking.edited(good, body -> body.put(TOO_MUCH, "blue"))), "the body with an event");
        t.control(good, 201);
    }
}
