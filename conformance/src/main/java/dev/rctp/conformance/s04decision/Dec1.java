package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Scene;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** DEC-1 up to the subject: of two faults the earlier check's is told, and nothing after it runs. */
public final class Dec1 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("DEC-1.1", t -> first(t, Dec1::doubledAgent, Faulty::unsigned, 400, "request_invalid"));
        suite.test("DEC-1.2", t -> first(t, Faulty::unsigned, stranger(t), 401, "signature_invalid"));
        suite.test("DEC-1.3", t -> first(t, stranger(t), Dec1::withoutKey, 401, "operator_unknown"));
        suite.test("DEC-1.4", t -> first(t, Dec1::withoutKey, call -> call.token(null), 400, "request_invalid"));
        suite.test("DEC-1.5", Dec1::grantBeforeBody);
        suite.test("DEC-1.6", Dec1::replayBeforeBody);
        suite.test("DEC-1.7", Dec1::bodyBeforeSubject);
        new Dec1Subject().register(suite);
        suite.test("DEC-1.15", t -> notIntrospected(t, Faulty::badlySigned, 401));
        suite.test("DEC-1.16", t -> notIntrospected(t, stranger(t), 401));
        suite.test("DEC-1.17", Dec1::notForwarded);
    }

    private static UnaryOperator<Call> stranger(Trial t) {
        return call -> Faulty.ofStranger(t.world(), call);
    }

    private static Call doubledAgent(Call call) {
        return call.sent(request -> request.adding("UCP-Agent", String.valueOf(request.header("UCP-Agent"))));
    }

    private static Call withoutKey(Call call) {
        return call.idempotencyKey(null);
    }

    private static Call usual(Trial t) {
        return t.scene().answerBuyer(t.scene().listing(), "It is still there.");
    }

    private static void first(
            Trial t, UnaryOperator<Call> earlier, UnaryOperator<Call> later, int status, String reason) {
        Call call = usual(t);
        t.control(call);
        t.refused(t.send(earlier.apply(later.apply(call))), status, reason);
    }

    private static void grantBeforeBody(Trial t) {
        Grant grant = answering(t);
        Call call = usual(t).token(grant.token());
        t.control(call);
        grant.revoke();
        t.refused(t.send(Faulty.malformed(call).token(grant.newToken())), 403, "grant_revoked");
    }

    private static Grant answering(Trial t) {
        return t.scene().grant(t.scene().sellerAgent(), Map.of("answer_buyer", "auto"));
    }

    private static void replayBeforeBody(Trial t) {
        Call call = usual(t).idempotencyKey(t.world().fresh(24));
        t.control(call);
        t.refused(t.send(Faulty.malformed(call)), 409, "idempotency_conflict");
    }

    private static void bodyBeforeSubject(Trial t) {
        Scene scene = t.scene();
        Call unknown = Faulty.on(usual(t), scene.listing().id(), Faulty.NOWHERE);
        t.control(unknown, 403);
        t.refused(t.send(Faulty.malformed(unknown)), 400, "request_invalid");
    }

    private static void notIntrospected(Trial t, UnaryOperator<Call> change, int status) {
        Grant grant = answering(t);
        Call call = usual(t).token(grant.token());
        t.control(call);
        int before = grant.introspections();
        Answer answer = t.send(change.apply(call));
        t.blockedUnless(answer.status() == status, "The call was to be refused, not " + answer.inShort());
        t.equal(before, grant.introspections(), "The number of introspections");
    }

    private static void notForwarded(Trial t) {
        Call call = usual(t);
        t.control(call);
        String listing = t.scene().listing().id();
        Grant without = t.scene().grant(t.scene().sellerAgent(), Map.of("answer_buyer", "forbid"));
        List<Call> refused = List.of(
                Faulty.badlySigned(call),
                Faulty.ofStranger(t.world(), call),
                call.token(null),
                Faulty.malformed(call),
                call.token(without.token()));
        int before = t.world().marketplace().requests(listing).size();
        for (Call one : refused) {
            Answer answer = t.send(one);
            t.blockedUnless(answer.status() >= 400, "The call was to be refused, not " + answer.inShort());
        }
        t.equal(before, t.world().marketplace().requests(listing).size(), "The calls that reached the marketplace");
    }
}
