package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.carriedOut;
import static dev.rctp.conformance.s02calling.Positives.refused;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/** For which authority a call is signed (SIG-5). */
public final class Sig5 implements Section {

    private static final String FOREIGN = "foreign.example";

    @Override
    public void register(Suite suite) {
        suite.test("SIG-5.1", t -> turnedAway(t, List.of(FOREIGN, "foreign.example:8443", host(t) + "." + FOREIGN)));
        suite.test(
                "SIG-5.2",
                refused(
                        (t, good) -> good.authority(FOREIGN).sent(request -> request.with("Host", authority(t))),
                        (t, good) -> good.authority(FOREIGN)
                                .sent(request ->
                                        request.with("Host", authority(t)).adding("X-Forwarded-Host", FOREIGN))));
        suite.test("SIG-5.3", Sig5::upperCase);
        suite.test("SIG-5.4", Sig5::defaultPort);
        suite.test("SIG-5.6", t -> turnedAway(t, List.of(host(t) + ":1", host(t) + ":65535")));
    }

    private static String authority(Trial t) {
        return t.world().target().authority();
    }

    private static String host(Trial t) {
        return t.world().target().plan().baseUrl().getHost();
    }

    private static void turnedAway(Trial t, List<String> hosts) {
        Call good = write(t);
        t.control(good);
        for (String host : hosts) {
            Answer answer = t.send(good.authority(host));
            t.that(
                    answer.status() == 400,
                    "A call with `Host: " + host + "`, signed for it, was to be 400, not " + answer.inShort());
        }
    }

    private static void upperCase(Trial t) {
        String upper = authority(t).toUpperCase(Locale.ROOT);
        if (upper.equals(authority(t))) {
            t.notApplicable("The target's authority has no letters.");
        }
        carriedOut(t, t.send(write(t).sent(request -> request.with("Host", upper))));
    }

    private static void defaultPort(Trial t) {
        URI base = t.world().target().plan().baseUrl();
        int usual = "https".equals(base.getScheme()) ? 443 : 80;
        if (base.getPort() >= 0 && base.getPort() != usual) {
            t.notApplicable("The target is at another port than its scheme's default one.");
        }
        carriedOut(t, t.send(write(t).sent(request -> request.with("Host", host(t) + ":" + usual))));
    }
}
