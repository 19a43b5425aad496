package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;
import static dev.rctp.conformance.s02calling.Positives.granted;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.hosts.Behaviour;
import dev.rctp.conformance.hosts.Introspection;
import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Which answers are kept, for how long, and who gets them (IDM-1). */
public final class Idm1Stored implements Section {

    private static final String CONFLICT = "idempotency_conflict";
    private static final long PRICE = 50_000;
    private static final int AT_ONCE = 20;

    @Override
    public void register(Suite suite) {
        suite.test("IDM-1.16", t -> t.refused(whileRunning(t), 409, CONFLICT, "in_progress"));
        suite.test("IDM-1.17", t -> t.equal("1", whileRunning(t).header("Retry-After"), "`Retry-After`"));
        suite.test("IDM-1.18", Idm1Stored::keptForTwoDays);
        suite.test("IDM-1.19", Idm1Stored::usedForGood);
        suite.test("IDM-1.20", Idm1Stored::refusalStored);
        suite.test("IDM-1.21", t -> notStored(t, write(t), call -> call.signature(Ecdsa::bitFlipped), 401));
        suite.test("IDM-1.22", t -> notStored(t, write(t), call -> call.without("UCP-Agent"), 401));
        suite.test("IDM-1.23", t -> notStored(t, granted(t), call -> call.token(null), 401));
        suite.test("IDM-1.24", Idm1Stored::unavailable);
        suite.test("IDM-1.25", Idm1Stored::budget);
        suite.test("IDM-1.26", Idm1Stored::authenticatedFirst);
        suite.test("IDM-1.27", Idm1Stored::grantFirst);
        suite.test("IDM-1.29", Idm1Stored::atOnce);
    }

    /** What a repeat is answered while the first call waits for the marketplace, which waits for that answer. */
    private static Answer whileRunning(Trial t) throws InterruptedException {
        Scene scene = t.scene();
        Listing on = scene.bareListing();
        Call call = scene.offer(scene.buyer(), on, PRICE).idempotencyKey(Repeats.key(t));
        Held held = new Held(t.world().target().timeout().multipliedBy(3).dividedBy(4));
        t.world().marketplace().behave(on.id(), Behaviour.answer(_ -> held.answer()));
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                Future<Answer> first = threads.submit(() -> t.send(call));
                t.needed(
                        t.awaited(Duration.ofSeconds(5), () -> Repeats.effects(t, on.id()) > 0 ? on : null),
                        "The first call did not reach the marketplace.");
                Answer repeat = t.send(call);
                t.blockedUnless(
                        held.wasLetGo() || !first.isDone(), "The first call ended before its repeat was answered.");
                held.letGo();
                t.blockedUnless(AtOnce.result(first).isAuto(), "The first call was not carried out.");
                return repeat;
            } finally {
                held.letGo();
            }
        }
    }

    /** The marketplace's answer to a first call, kept back until it is let go, until a second call comes, or for so long. */
    private static final class Held {

        private final Duration most;
        private final AtomicInteger calls = new AtomicInteger();
        private final CountDownLatch gone = new CountDownLatch(1);

        Held(Duration most) {
            this.most = most;
        }

        Reply answer() {
            if (calls.incrementAndGet() > 1) {
                letGo();
            }
            try {
                gone.await(most.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            letGo();
            return Reply.json(201, Json.object());
        }

        boolean wasLetGo() {
            return gone.getCount() == 0;
        }

        void letGo() {
            gone.countDown();
        }
    }

    private static void keptForTwoDays(Trial t) {
        Call call = write(t).idempotencyKey(Repeats.key(t));
        Answer first = t.control(call);
        t.world().clock().advance(Duration.ofDays(2).minusMinutes(5));
        Answer again = t.send(call);
        t.that(
                again.status() == first.status() && again.text().equals(first.text()),
                "A repeat after less than 48 h was to get the stored answer, not " + again.inShort());
    }

    private static void usedForGood(Trial t) {
        Scene scene = t.scene();
        Listing on = scene.bareListing();
        Call call = scene.offer(scene.buyer(), on, PRICE).idempotencyKey(Repeats.key(t));
        t.control(call);
        t.world().clock().advance(Duration.ofHours(49));
        t.refused(t.send(call), 409, CONFLICT, "expired");
        t.equal(1, Repeats.effects(t, on.id()), "The number of calls that the marketplace got");
    }

    /** A refusal that is judged anew would be another entry, with another receipt (DEC-6). */
    private static void refusalStored(Trial t) {
        Call call = granted(t).json(Json.object().put("unknown", true)).idempotencyKey(Repeats.key(t));
        Answer first = t.control(call, 400);
        t.blockedUnless(first.receipt() != null, "The refusal has no receipt: " + first.inShort());
        Answer again = t.send(call);
        t.equal(first.header("RCTP-Record"), again.header("RCTP-Record"), "`RCTP-Record` of a repeated refusal");
        t.that(
                again.status() == first.status() && again.text().equals(first.text()),
                "A repeat was to get the stored refusal, not " + again.inShort());
    }

    /** Refused with a change, carried out without it under the same key. */
    private static void notStored(Trial t, Call good, UnaryOperator<Call> change, int status) {
        Call call = good.idempotencyKey(Repeats.key(t));
        t.control(change.apply(call), status);
        carriedOut(t, t.send(call));
    }

    private static void unavailable(Trial t) throws InterruptedException {
        Call call = granted(t).idempotencyKey(Repeats.key(t));
        t.scene().grant().answer(Introspection.status(500));
        t.control(call, 503);
        t.scene().grant().answer(Introspection.normal());
        carriedOut(t, t.send(call));
        busy(t);
    }

    /** While one price is on its way a gateway may answer another one 503; that one works afterwards. */
    private static void busy(Trial t) throws InterruptedException {
        Scene scene = t.scene();
        String id = scene.listing().id();
        Call first = scene.reprice(scene.listing(), Scene.LIST_PRICE - 1);
        Call second = scene.reprice(scene.listing(), Scene.LIST_PRICE - 2).idempotencyKey(Repeats.key(t));
        t.world()
                .marketplace()
                .behave(
                        id,
                        Behaviour.status(200, Json.object())
                                .delay(Duration.ofMillis(800))
                                .times(1));
        int before = Repeats.effects(t, id);
        Answer meanwhile;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> running = threads.submit(() -> t.send(first));
            t.needed(
                    t.awaited(Duration.ofSeconds(5), () -> Repeats.effects(t, id) > before ? id : null),
                    "The first price did not reach the marketplace.");
            meanwhile = t.send(second);
            Answer done = AtOnce.result(running);
            t.blockedUnless(done.isAuto(), "The first price was not carried out: " + done.inShort());
        }
        if (meanwhile.status() == 503) {
            carriedOut(t, t.send(second));
        }
    }

    /** Three offers below the floor use the budget up (OFF-6). */
    private static void budget(Trial t) {
        Scene scene = t.scene();
        for (int i = 0; i < 3; i++) {
            t.control(scene.offer(scene.buyer(), scene.listing(), 1), 403);
        }
        Call call =
                scene.offer(scene.buyer(), scene.listing(), Scene.LIST_PRICE).idempotencyKey(Repeats.key(t));
        t.control(call, 429);
        Answer again = t.send(call);
        t.that(
                again.status() == 429 && again.header(Repeats.REPLAYED) == null,
                "A repeated call over the budget was to be judged anew, not " + again.inShort());
    }

    private static void authenticatedFirst(Trial t) {
        Call call = write(t).idempotencyKey(Repeats.key(t));
        t.control(call);
        t.refused(t.send(call.signature(Ecdsa::bitFlipped)), 401, "signature_invalid");
    }

    private static void grantFirst(Trial t) {
        Call call = granted(t).idempotencyKey(Repeats.key(t));
        t.control(call);
        t.scene().grant().revoke();
        t.refused(t.send(call), 403, "grant_revoked");
    }

    private static void atOnce(Trial t) throws InterruptedException {
        Scene scene = t.scene();
        Listing on = scene.bareListing();
        Call call = scene.offer(scene.buyer(), on, PRICE).idempotencyKey(Repeats.key(t));
        for (Answer answer : AtOnce.send(t, Collections.nCopies(AT_ONCE, call))) {
            t.that(answer.status() < 500, "No call was to fail, as this: " + answer.inShort());
        }
        t.equal(1, Repeats.effects(t, on.id()), "The number of calls that the marketplace got");
    }
}
