package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.Introspection;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** The reasons of section 4 that any call can meet, and their statuses. */
public final class Dec9 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("DEC-9.1", t -> changed(t, Faulty::badlySigned, 401, "signature_invalid"));
        suite.test("DEC-9.2", t -> changed(t, call -> Faulty.ofStranger(t.world(), call), 401, "operator_unknown"));
        suite.test("DEC-9.3", t -> changed(t, call -> call.token("tok_unknown"), 401, "grant_invalid"));
        suite.test("DEC-9.4", t -> ended(t, Grant::revoke, "grant_revoked"));
        suite.test("DEC-9.5", t -> ended(t, Grant::expire, "grant_expired"));
        suite.test("DEC-9.6", Dec9::actionForbidden);
        suite.test("DEC-9.7", Dec9::notInScope);
        new Dec9Offers().register(suite);
        new Dec9Deals().register(suite);
        suite.test("DEC-9.20", Dec9::requestInvalid);
        suite.test("DEC-9.21", Dec9::idempotencyConflict);
        suite.test("DEC-9.22", t -> t.refused(undecided(t), 503, "enforcement_unavailable"));
        suite.test("DEC-9.23", t -> t.refused(limited(t), 429, "enforcement_unavailable", "limit"));
        suite.test("DEC-9.24", t -> retryAfter(t, undecided(t), 503));
        suite.test("DEC-9.25", t -> retryAfter(t, limited(t), 429));
    }

    private static void changed(Trial t, UnaryOperator<Call> change, int status, String reason) {
        Call call = Some.answering(t);
        t.control(call);
        t.refused(t.send(change.apply(call)), status, reason);
    }

    private static void ended(Trial t, Consumer<Grant> end, String reason) {
        Grant grant = Some.granted(t, "answer_buyer", "auto");
        Call call = Some.answering(t).token(grant.token());
        t.control(call);
        end.accept(grant);
        t.refused(t.send(call.token(grant.newToken())), 403, reason);
    }

    private static void actionForbidden(Trial t) {
        Call call = Some.answering(t);
        t.control(call);
        List<Call> forbidden = List.of(
                call.token(Some.granted(t, "reprice", "auto").token()),
                Some.answering(t, "forbid"),
                t.scene()
                        .calls()
                        .verb(call.agent(), "account.update", "", Json.object())
                        .token(t.scene().grant().token()));
        for (Call one : forbidden) {
            t.refused(t.send(one), 403, "action_forbidden");
        }
    }

    private static void notInScope(Trial t) {
        Scene scene = t.scene();
        Call call = Some.answering(t);
        t.control(call);
        String others = scene.grant(scene.stranger(), scene.sellerAgent(), scene.everything())
                .token();
        t.refused(t.send(call.token(others)), 403, "not_in_scope");
        t.refused(t.send(scene.answerBuyer(scene.bareListing(), "Yes.")), 403, "not_in_scope");
    }

    private static void requestInvalid(Trial t) {
        Call call = Some.answering(t);
        t.control(call);
        List<Call> invalid = List.of(
                Faulty.malformed(call),
                call.json(Json.object().put("text", "Yes.").put("mood", "good")),
                call.json(Json.object().put("text", 7)),
                call.idempotencyKey(null));
        for (Call one : invalid) {
            t.refused(t.send(one), 400, "request_invalid");
        }
    }

    private static void idempotencyConflict(Trial t) {
        Call call = Some.answering(t).idempotencyKey(t.world().fresh(24));
        t.control(call);
        t.refused(t.send(call.json(Json.object().put("text", "No."))), 409, "idempotency_conflict");
    }

    private static Answer undecided(Trial t) {
        Grant grant = Some.granted(t, "answer_buyer", "auto");
        Call call = Some.answering(t).token(grant.token());
        t.control(call);
        grant.answer(Introspection.hangUp());
        return t.send(call.token(grant.newToken()));
    }

    /** A second question of one agent about one listing by one verb (APR-1). */
    private static Answer limited(Trial t) {
        Call asking = Some.answering(t, "ask");
        t.control(asking, 202);
        return t.send(asking);
    }

    private static void retryAfter(Trial t, Answer answer, int status) {
        t.blockedUnless(answer.status() == status, "The call was to be " + status + ", not " + answer.inShort());
        t.that(
                String.valueOf(answer.header("Retry-After")).matches("[0-9]+|[A-Z][a-z]{2}, .*GMT"),
                "The " + status + " has `Retry-After`, not " + answer.header("Retry-After") + ".");
    }
}
