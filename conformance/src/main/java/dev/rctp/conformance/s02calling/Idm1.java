package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;
import static dev.rctp.conformance.s02calling.Positives.granted;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.conformance.world.Scene;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which keys a write needs, whose they are, and what a repeat gets (IDM-1). */
public final class Idm1 implements Section {

    private static final long PRICE = 50_000;

    @Override
    public void register(Suite suite) {
        suite.test("IDM-1.1", t -> needed(t, write(t), 201));
        suite.test("IDM-1.2", t -> needed(t, t.scene().setTerms(t.scene().listing()), 202));
        suite.test("IDM-1.3", t -> needed(t, Repeats.accountUpdate(t), 403));
        suite.test("IDM-1.5", t -> malformed(t, List.of("k".repeat(21), "k".repeat(256))));
        suite.test("IDM-1.6", t -> malformed(t, List.of("k".repeat(15) + " " + "k".repeat(15), "k".repeat(30) + "é")));
        suite.test("IDM-1.7", Idm1::wellFormed);
        suite.test(
                "IDM-1.8", t -> t.equal(200, t.send(Positives.read(t)).status(), "The status of a read without a key"));
        suite.test("IDM-1.9", Idm1::ofAnAgent);
        suite.test("IDM-1.10", Idm1::ofAVerb);
        suite.test("IDM-1.11", Idm1::storedResponse);
        suite.test("IDM-1.12", Idm1::oneEffect);
        suite.test("IDM-1.13", Idm1::replayedHeader);
        suite.test("IDM-1.14", Idm1::otherBody);
        suite.test("IDM-1.15", Idm1::otherPath);
    }

    private static void needed(Trial t, Call good, int status) {
        t.control(good, status);
        t.refused(t.send(good.idempotencyKey(null)), 400, "request_invalid");
    }

    private static void malformed(Trial t, List<String> keys) {
        Call good = write(t);
        t.control(good);
        for (String key : keys) {
            t.refused(t.send(good.idempotencyKey(key)), 400, "request_invalid");
        }
    }

    private static void wellFormed(Trial t) {
        String all =
                IntStream.rangeClosed('!', '~').mapToObj(Character::toString).collect(Collectors.joining());
        String unique = t.world().fresh(12);
        carriedOut(t, t.send(write(t).idempotencyKey((unique + all).substring(0, 22))));
        carriedOut(t, t.send(write(t).idempotencyKey((unique + all.repeat(3)).substring(0, 255))));
    }

    private static void ofAnAgent(Trial t) {
        Scene scene = t.scene();
        Listing on = scene.bareListing();
        Call first = scene.offer(scene.buyer(1), on, PRICE).idempotencyKey(Repeats.key(t));
        t.control(first);
        Answer second = t.send(first.by(scene.buyer(2)));
        carriedOut(t, second);
        t.equal(2, Repeats.effects(t, on.id()), "The number of calls that the marketplace got from two agents");
    }

    private static void ofAVerb(Trial t) {
        Scene scene = t.scene();
        String key = Repeats.key(t);
        t.control(granted(t).idempotencyKey(key));
        carriedOut(
                t, t.send(scene.reprice(scene.listing(), Scene.LIST_PRICE - 1).idempotencyKey(key)));
    }

    private static void storedResponse(Trial t) {
        Call call = write(t).idempotencyKey(Repeats.key(t));
        Answer first = t.control(call);
        Answer again = t.send(call);
        t.equal(first.status(), again.status(), "The status of a repeat");
        t.that(
                Arrays.equals(first.body(), again.body()),
                "A repeat was to get the body " + first.text() + ", not " + again.text() + ".");
    }

    private static void oneEffect(Trial t) {
        Scene scene = t.scene();
        Listing on = scene.bareListing();
        Call call = scene.offer(scene.buyer(), on, PRICE).idempotencyKey(Repeats.key(t));
        t.control(call);
        t.send(call);
        t.equal(1, Repeats.effects(t, on.id()), "The number of calls that the marketplace got");
    }

    private static void replayedHeader(Trial t) {
        Call call = write(t).idempotencyKey(Repeats.key(t));
        t.absent(t.control(call).header(Repeats.REPLAYED), "`Idempotency-Replayed` of a first answer");
        t.equal("true", t.send(call).header(Repeats.REPLAYED), "`Idempotency-Replayed` of a repeat's answer");
    }

    private static void otherBody(Trial t) {
        Call call = write(t).idempotencyKey(Repeats.key(t));
        t.control(call);
        Call other = call.json(Json.object().set("deal_terms", Json.dealTerms(PRICE + 1)));
        t.refused(t.send(other), 409, "idempotency_conflict");
    }

    private static void otherPath(Trial t) {
        Scene scene = t.scene();
        Call call = scene.offer(scene.buyer(), scene.bareListing(), PRICE).idempotencyKey(Repeats.key(t));
        t.control(call);
        Call other =
                call.path(scene.offer(scene.buyer(), scene.bareListing(), PRICE).target());
        t.refused(t.send(other), 409, "idempotency_conflict");
    }
}
