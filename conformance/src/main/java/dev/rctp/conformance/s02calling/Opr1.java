package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Cast;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Which operator calls (OPR-1). */
public final class Opr1 implements Section {

    private static final String UNKNOWN = "operator_unknown";

    @Override
    public void register(Suite suite) {
        suite.test("OPR-1.1", unknown(good -> good.without("UCP-Agent")));
        suite.test("OPR-1.2", Opr1::malformed);
        suite.test("OPR-1.3", Opr1::notOnboarded);
        suite.test("OPR-1.4", Opr1::unresolved);
        suite.test("OPR-1.5", Opr1::unknownKey);
        suite.test("OPR-1.6", Opr1::otherSpelling);
        suite.test(
                "OPR-1.7",
                unknown(
                        good -> named(good, good.agent().profileUrl() + "/"),
                        good -> named(good, good.agent().profileUrl() + "?a=1"),
                        good -> named(good, pathInUpperCase(good.agent().profileUrl()))));
        suite.test("OPR-1.8", Opr1::neverFetched);
        suite.test("OPR-1.9", t -> {
            Call good = write(t);
            carriedOut(
                    t,
                    t.send(good.header(
                            "UCP-Agent", "a=1, profile=\"" + good.agent().profileUrl() + "\";v=2, b=(x \"y\");c")));
        });
    }

    @SafeVarargs
    private static Test unknown(UnaryOperator<Call>... changes) {
        return t -> {
            Call good = write(t);
            t.control(good);
            for (UnaryOperator<Call> change : changes) {
                t.refused(t.send(change.apply(good)), 401, UNKNOWN);
            }
        };
    }

    private static Call named(Call call, String profile) {
        return call.header("UCP-Agent", "profile=\"" + profile + "\"");
    }

    private static void malformed(Trial t) {
        Call good = write(t);
        t.control(good);
        String url = good.agent().profileUrl();
        List<String> values = List.of(
                "\"" + url + "\"",
                "profile=" + url.replace(':', '.'),
                "profile=1",
                "profile",
                "profile=(\"" + url + "\")",
                "Profile=\"" + url + "\"",
                "profile=\"" + url,
                "name=\"" + url + "\"",
                "profile=\"\"",
                "profile=\"no url\"");
        for (String value : values) {
            t.refused(t.send(good.header("UCP-Agent", value)), 401, UNKNOWN);
        }
    }

    private static void notOnboarded(Trial t) {
        Call good = write(t);
        t.control(good);
        t.refused(t.send(good.by(t.world().cast().agent(Cast.STRANGER, 1))), 401, UNKNOWN);
    }

    private static void unresolved(Trial t) {
        List<Reply> answers = List.of(
                Reply.of(404),
                Reply.of(500),
                Reply.hangUp(),
                Reply.of(200, "text/html", "<p>Hello</p>".getBytes(StandardCharsets.UTF_8)));
        for (Reply answer : answers) {
            Spare spare = Spare.of(t);
            spare.operator().answer(_ -> answer);
            spare.unknown();
        }
    }

    private static void unknownKey(Trial t) {
        Spare spare = Spare.of(t);
        Call good = spare.call(spare.agent(1));
        t.control(good);
        Agent other = spare.agent(spare.newKey("unpublished", SignatureAlgorithm.ES256));
        t.refused(t.send(good.by(other)), 401, UNKNOWN);
    }

    private static void otherSpelling(Trial t) {
        Call good = write(t);
        t.control(good);
        String url = good.agent().profileUrl();
        int path = url.indexOf('/', "https://".length());
        String origin = url.substring(0, path);
        carriedOut(t, t.send(named(good, origin.toUpperCase(Locale.ROOT) + url.substring(path))));
        carriedOut(t, t.send(named(good, url.replace("well-known", "%77ell-%6bnown"))));
        carriedOut(t, t.send(named(good, origin + "/x/.." + url.substring(path))));
    }

    private static String pathInUpperCase(String url) {
        int path = url.indexOf('/', "https://".length());
        return url.substring(0, path) + url.substring(path).toUpperCase(Locale.ROOT);
    }

    private static void neverFetched(Trial t) {
        t.control(write(t));
        Agent stranger = t.world().cast().agent(Cast.STRANGER, 1);
        t.send(write(t).by(stranger));
        String nowhere = "/" + t.world().fresh(12) + "/profile";
        t.send(named(write(t), t.world().operators().base() + nowhere));
        t.equal(
                0,
                t.world().cast().operator(Cast.STRANGER).fetches(),
                "The fetches of a profile that is not onboarded");
        t.that(
                t.world().operators().strays().stream()
                        .noneMatch(stray -> stray.target().equals(nowhere)),
                "A profile that is not onboarded was not to be fetched.");
    }
}
