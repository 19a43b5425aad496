package dev.rctp.conformance.s13answers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s02calling.Positives;
import dev.rctp.conformance.s02calling.Repeats;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.RecordPages;
import dev.rctp.conformance.world.Scene;
import dev.rctp.msgsig.agent.DecisionField;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The name of a call, and what a replay is (RSP-2, RSP-3). */
public final class Rsp2 implements Section {

    private static final String REQUEST_ID = "Request-Id";
    private static final Duration WAITED = Duration.ofSeconds(100);

    @Override
    public void register(Suite suite) {
        suite.test("RSP-2.1", Rsp2::kept);
        suite.test("RSP-2.2", Rsp2::made);
        suite.test("RSP-2.3", Rsp2::upstream);
        suite.test("RSP-2.4", Rsp2::recorded);
        suite.test("RSP-3.1", Rsp2::noEntry);
        suite.test("RSP-3.2", Rsp2::sameReceipt);
        suite.test("RSP-3.3", Rsp2::expiresIn);
        suite.test("RSP-3.4", Rsp2::signedAnew);
        suite.test("RSP-3.5", Rsp2::leftOut);
    }

    private static String name(Trial t) {
        return "call-" + t.world().fresh(12);
    }

    private static void kept(Trial t) {
        String name = name(t);
        t.equal(name, t.control(Positives.write(t).header(REQUEST_ID, name)).header(REQUEST_ID), "`Request-Id`");
    }

    private static void made(Trial t) {
        String first = t.control(Positives.write(t)).header(REQUEST_ID);
        String second = t.control(Positives.write(t)).header(REQUEST_ID);
        t.that(first != null && !first.isBlank(), "A call without `Request-Id` was to get one.");
        t.that(
                second != null && !second.equals(first),
                "The next call was to get another `Request-Id` than " + first + ".");
    }

    private static void upstream(Trial t) {
        Scene scene = t.scene();
        Listing on = scene.bareListing();
        String name = name(t);
        t.control(scene.offer(scene.buyer(), on, 50_000).header(REQUEST_ID, name));
        var calls = t.world().marketplace().requests(on.id());
        t.blockedUnless(calls.size() == 1, "The marketplace did not get one call.");
        t.equal(name, calls.getFirst().header(REQUEST_ID), "`Request-Id` of the upstream call");
    }

    private static void recorded(Trial t) {
        String name = name(t);
        t.control(Positives.granted(t).header(REQUEST_ID, name));
        t.that(
                entries(t).stream().anyMatch(entry -> entry.toString().contains(name)),
                "An entry of the listing's record was to have the `Request-Id` " + name + ".");
    }

    private static List<JsonNode> entries(Trial t) {
        return RecordPages.read(
                        t,
                        t.scene()
                                .sellerReads("/records/listing/"
                                        + t.scene().listing().id()))
                .entries();
    }

    private static void noEntry(Trial t) {
        Call call = Positives.granted(t).idempotencyKey(Repeats.key(t));
        t.control(call);
        int before = entries(t).size();
        t.blockedUnless(before > 0, "The listing's record has no entries.");
        replayed(t, call);
        t.equal(before, entries(t).size(), "The number of entries after a replay");
    }

    private static Answer replayed(Trial t, Call call) {
        Answer answer = t.send(call);
        t.blockedUnless(
                "true".equals(answer.header(Repeats.REPLAYED)), "The repeat was not replayed: " + answer.inShort());
        return answer;
    }

    private static void sameReceipt(Trial t) {
        Call call = Positives.granted(t).idempotencyKey(Repeats.key(t));
        String first = t.control(call).header("RCTP-Record");
        t.blockedUnless(first != null, "The first answer has no `RCTP-Record`.");
        t.equal(first, replayed(t, call).header("RCTP-Record"), "`RCTP-Record` of a replay");
    }

    private static void expiresIn(Trial t) {
        Call call = t.scene().setTerms(t.scene().listing()).idempotencyKey(Repeats.key(t));
        long first = seconds(t, t.control(call, 202));
        t.world().clock().advance(WAITED);
        long left = seconds(t, replayed(t, call));
        t.that(
                left <= first - WAITED.toSeconds() + 1 && left >= first - WAITED.toSeconds() - 30,
                "`expires_in` was to be about " + (first - WAITED.toSeconds()) + " after " + WAITED.toSeconds()
                        + " s, not " + left + ".");
    }

    private static long seconds(Trial t, Answer answer) {
        DecisionField decision = answer.decision().orElse(null);
        if (decision instanceof DecisionField.Ask ask) {
            return ask.expiresIn().toSeconds();
        }
        t.that(false, "`RCTP-Decision` was to be `ask` with `expires_in`, not " + answer.inShort());
        return 0;
    }

    private static void signedAnew(Trial t) {
        var gateway = AnswerSignature.gateway(t);
        Call call = Positives.write(t).idempotencyKey(Repeats.key(t));
        Answer first = t.control(call);
        AnswerSignature.of(t, first).mustVerify(gateway);
        AnswerSignature replay = AnswerSignature.of(t, replayed(t, call));
        replay.mustVerify(gateway);
        replay.mustCover("\"signature\";key=\"sig1\";req");
    }

    private static void leftOut(Trial t) {
        Answer unsigned = t.control(
                Positives.write(t).sent(request -> request.without("Signature").without("Signature-Input")), 401);
        AnswerSignature signature = AnswerSignature.of(t, unsigned);
        t.that(
                !signature.covers("\"signature\";key=\"sig1\";req") && !signature.covers("\"@query\";req"),
                "The answer to an unsigned call without a query was to leave both out: " + signature.input());
        signature.mustVerify(AnswerSignature.gateway(t));
    }
}
