package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Offer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** PRX-2: a marketplace that does not decide. */
public final class Prx2Undecided implements Section {

    private static final Duration SOON = Duration.ofSeconds(75);
    private static final Duration SOME_ATTEMPTS = Duration.ofMinutes(4);
    private static final Duration QUIET = Duration.ofSeconds(3);
    private static final Duration A_DAY_AND_MORE = Duration.ofHours(25);
    private static final int ATTEMPTS = 4;

    @Override
    public void register(Suite suite) {
        suite.test("PRX-2.8", t -> unavailable(t, 401, 407, 408, 425, 429));
        suite.test("PRX-2.9", t -> unavailable(t, 302, 500, 503));
        suite.test("PRX-2.10", t -> {
            Passing passing = Passing.of(t)
                    .answered(Behaviour.status(200, Json.object())
                            .delay(t.world().plan().timeout().plusSeconds(5)));
            t.refused(t.send(passing.call()), 503, "enforcement_unavailable");
            passing.settle();
        });
        suite.test("PRX-2.11", t -> {
            Passing passing = undecided(t);
            List<Received> both = attempts(t, passing, 2, SOON);
            passing.settle();
            t.that(
                    both.getFirst().header("Idempotency-Key") != null
                            && Objects.equals(
                                    both.get(0).header("Idempotency-Key"),
                                    both.get(1).header("Idempotency-Key")),
                    "The step was to be sent again with the same `Idempotency-Key`.");
        });
        suite.test("PRX-2.12", Prx2Undecided::growing);
        suite.test("PRX-2.13", Prx2Undecided::outcome);
        suite.test("PRX-2.14", Prx2Undecided::notAfterADay);
        suite.test("PRX-2.15", Prx2Undecided::undoneAfterADay);
    }

    /** A call that the marketplace answers 503 for now. */
    private static Passing undecided(Trial t) {
        Passing passing = Passing.of(t).answered(Behaviour.status(503));
        unavailable(t, passing.call());
        return passing;
    }

    private static void unavailable(Trial t, Call call) {
        Answer answer = t.control(call, 503);
        t.blockedUnless(
                "enforcement_unavailable".equals(answer.reason()),
                "The call was not left undecided: " + answer.inShort());
    }

    private static List<Received> attempts(Trial t, Passing passing, int count, Duration within) {
        return t.eventually("The step was to be sent again.", within, () -> {
            List<Received> all = passing.arrived();
            return all.size() >= count ? all : null;
        });
    }

    private static void unavailable(Trial t, int... statuses) throws InterruptedException {
        Passing.of(t).forwarded();
        List<Supplier<Answer>> calls = new ArrayList<>();
        for (int status : statuses) {
            var listing = t.scene().listing(terms -> terms);
            t.world().marketplace().behave(listing.id(), Behaviour.status(status, Json.object()));
            Call call = t.scene().answerBuyer(listing, "yes");
            calls.add(() -> {
                Answer answer = t.send(call);
                t.world().marketplace().forget(listing.id());
                return answer;
            });
        }
        AtOnce.all(calls).forEach(answer -> t.refused(answer, 503, "enforcement_unavailable"));
    }

    private static void growing(Trial t) {
        Passing passing = undecided(t);
        List<Received> all = t.preparing(() -> attempts(t, passing, ATTEMPTS, SOME_ATTEMPTS));
        passing.settle();
        Duration first = Duration.between(all.get(0).at(), all.get(1).at());
        Duration last = Duration.between(
                all.get(ATTEMPTS - 2).at(), all.get(ATTEMPTS - 1).at());
        t.that(
                last.toMillis() * 10 >= first.toMillis() * 14,
                "The pauses were to grow: the first was " + first.toMillis() + " ms, the third " + last.toMillis());
    }

    private static void outcome(Trial t) {
        Passing passing = Passing.of(t).answered(Behaviour.status(503));
        Call call = passing.call().idempotencyKey("outcome-" + t.world().fresh(18));
        unavailable(t, call);
        passing.settle();
        Answer found = t.eventually("A retry with the same key was to find the outcome.", SOON, () -> {
            Answer answer = t.send(call);
            return answer.status() == 200 ? answer : null;
        });
        t.accepted(found, 200);
        t.equal(
                1L,
                passing.arrived().stream()
                        .map(request -> request.header("Idempotency-Key"))
                        .distinct()
                        .count(),
                "The number of steps at the marketplace");
    }

    private static void notAfterADay(Trial t) {
        Passing passing = undecided(t);
        t.preparing(() -> attempts(t, passing, 2, SOON));
        t.world().clock().advance(A_DAY_AND_MORE);
        t.awaited(QUIET, () -> null);
        int then = passing.arrived().size();
        t.world().clock().advance(A_DAY_AND_MORE);
        t.awaited(QUIET, () -> passing.arrived().size() > then ? passing : null);
        t.equal(then, passing.arrived().size(), "The number of attempts, a day later");
        passing.settle();
    }

    /** That the offer is free again shows in a new accept, which gets as far as the marketplace. */
    private static void undoneAfterADay(Trial t) {
        Offer offer = t.scene().offered();
        t.world().marketplace().behave(offer.id(), Behaviour.status(503));
        unavailable(t, t.scene().accept(offer));
        int before = keys(t, offer);
        t.world().clock().advance(A_DAY_AND_MORE);
        t.scene().grant().newToken();
        t.eventually("The offer was to be as before: a new accept was to get to the marketplace.", SOON, () -> {
            t.send(t.scene().accept(offer));
            return keys(t, offer) > before ? offer : null;
        });
        t.world().marketplace().forget(offer.id());
    }

    /** How many steps the marketplace was sent. */
    private static int keys(Trial t, Offer offer) {
        return (int) t.world().marketplace().requests(offer.id()).stream()
                .map(request -> request.header("Idempotency-Key"))
                .distinct()
                .count();
    }
}
