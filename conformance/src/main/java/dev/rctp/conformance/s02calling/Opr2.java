package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;

import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Call;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** How profiles are fetched and kept (OPR-2). */
public final class Opr2 implements Section {

    private static final String ALL_DAY = "public, max-age=86400";
    private static final int KIB = 1024;
    private static final int CALLS = 8;

    @Override
    public void register(Suite suite) {
        suite.test("OPR-2.1", t -> {
            for (String lifetime : List.of("no-store", "max-age=0", "private, max-age=5")) {
                Spare spare = fetched(t, lifetime);
                later(t, 50, spare, 1);
            }
        });
        suite.test("OPR-2.2", Opr2::atMostFiveMinutes);
        suite.test("OPR-2.3", t -> {
            Spare spare = fetched(t, "public, max-age=150");
            later(t, 130, spare, 1);
            later(t, 30, spare, 2);
        });
        suite.test("OPR-2.4", Opr2::addedKey);
        suite.test("OPR-2.5", Opr2::oneRefresh);
        suite.test("OPR-2.6", Opr2::removedKey);
        suite.test("OPR-2.8", Opr2::redirect);
        suite.test("OPR-2.9", t -> {
            Spare spare = Spare.of(t);
            spare.operator()
                    .answer(request -> spare.operator()
                            .ordinaryAnswer(request)
                            .after(t.world().target().timeout().multipliedBy(2)));
            spare.unknown();
        });
        suite.test(
                "OPR-2.11",
                t -> Spare.with(t, profile -> padded(profile, 129 * KIB)).unknown());
        suite.test(
                "OPR-2.12",
                t -> Spare.with(t, profile -> padded(profile, 120 * KIB)).known());
        suite.test("OPR-2.15", Opr2::oneFlight);
        suite.test("OPR-2.16", Opr2::failureRemembered);
        suite.test("OPR-2.17", Opr2::failureForgotten);
    }

    private static Spare fetched(Trial t, String cacheControl) {
        Spare spare = Spare.of(t);
        spare.operator().cacheControl(cacheControl);
        t.control(spare.call(spare.agent(1)));
        fetches(t, spare, 1);
        return spare;
    }

    private static void later(Trial t, long seconds, Spare spare, int fetches) {
        t.world().clock().advance(Duration.ofSeconds(seconds));
        t.control(spare.call(spare.agent(1)));
        fetches(t, spare, fetches);
    }

    private static void fetches(Trial t, Spare spare, int count) {
        t.blockedUnless(spare.operator().fetches() > 0, Spare.NOT_FETCHED);
        t.equal(count, spare.operator().fetches(), "The fetches of the profile so far");
    }

    private static void atMostFiveMinutes(Trial t) {
        Spare spare = fetched(t, ALL_DAY);
        later(t, 305, spare, 2);
        spare.operator().answer(_ -> Reply.of(503));
        t.world().clock().advance(Duration.ofSeconds(305));
        t.refused(t.send(spare.call(spare.agent(1))), 401, "operator_unknown");
    }

    private static void addedKey(Trial t) {
        Spare spare = fetched(t, ALL_DAY);
        ObjectNode key = spare.newKey("added", SignatureAlgorithm.ES256);
        t.world().clock().advance(Duration.ofSeconds(65));
        spare.publishKey(Spare.publicPart(key));
        carriedOut(t, t.send(spare.call(spare.agent(key))));
    }

    private static void oneRefresh(Trial t) {
        Spare spare = fetched(t, ALL_DAY);
        for (int i = 0; i < CALLS; i++) {
            ObjectNode key = spare.newKey("unpublished " + i, SignatureAlgorithm.ES256);
            t.control(spare.call(spare.agent(key)), 401);
        }
        int fetches = spare.operator().fetches();
        t.that(
                fetches <= 2,
                CALLS + " calls with an unknown `keyid` were to force one more fetch at most, not " + (fetches - 1)
                        + ".");
    }

    private static void removedKey(Trial t) {
        Spare spare = fetched(t, ALL_DAY);
        Call good = spare.call(spare.agent(2));
        t.control(good);
        spare.operator().publish(profile -> {
            Spare.keys(profile).remove(1);
            return profile;
        });
        t.world().clock().advance(Duration.ofSeconds(305));
        t.control(spare.call(spare.agent(1)));
        t.refused(t.send(good), 401, "operator_unknown");
    }

    private static void redirect(Trial t) {
        Spare spare = Spare.of(t);
        spare.operator()
                .answer(request -> request.query() == null
                        ? Reply.of(302).with("Location", spare.operator().url() + "?moved")
                        : spare.operator().ordinaryAnswer(request));
        spare.unknown();
    }

    private static ObjectNode padded(ObjectNode profile, int octets) {
        int missing = octets - profile.toString().length();
        return profile.put("note", "x".repeat(missing));
    }

    private static void oneFlight(Trial t) throws InterruptedException {
        Spare spare = Spare.of(t);
        spare.operator()
                .answer(request -> spare.operator().ordinaryAnswer(request).after(Duration.ofMillis(400)));
        Call call = spare.call(spare.agent(1));
        AtOnce.send(t, Collections.nCopies(CALLS, call)).forEach(answer -> carriedOut(t, answer));
        fetches(t, spare, 1);
    }

    private static Spare failed(Trial t) {
        Spare spare = Spare.of(t);
        spare.operator().answer(_ -> Reply.of(500));
        t.control(spare.call(spare.agent(1)), 401);
        t.blockedUnless(spare.operator().fetches() == 1, "The target did not fetch the spare operator's profile once.");
        return spare;
    }

    private static void failureRemembered(Trial t) {
        Spare spare = failed(t);
        t.control(spare.call(spare.agent(1)), 401);
        fetches(t, spare, 1);
    }

    private static void failureForgotten(Trial t) {
        Spare spare = failed(t);
        spare.operator().answer(null);
        t.world().clock().advance(Duration.ofSeconds(61));
        spare.known();
    }
}
