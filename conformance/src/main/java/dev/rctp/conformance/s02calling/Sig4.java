package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.accepted;
import static dev.rctp.conformance.s02calling.Positives.refused;
import static dev.rctp.conformance.s02calling.Positives.with;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.time.Duration;
import java.time.Instant;

/** How old a signature may be (SIG-4). */
public final class Sig4 implements Section {

    private static final Duration LIFE = Duration.ofSeconds(2);

    @Override
    public void register(Suite suite) {
        suite.test("SIG-4.1", Sig4::withoutCreated);
        suite.test(
                "SIG-4.2", refused((t, good) -> good.created(in(t, -310)), (t, good) -> good.created(in(t, -86_400))));
        suite.test("SIG-4.3", accepted((t, good) -> good.created(in(t, -285))));
        suite.test("SIG-4.4", refused((t, good) -> good.created(in(t, 75)), (t, good) -> good.created(in(t, 3_600))));
        suite.test("SIG-4.5", accepted((t, good) -> good.created(in(t, 50))));
        suite.test(
                "SIG-4.6",
                refused(
                        (t, good) -> good.created(in(t, 30)).expires(in(t, 30)),
                        (t, good) -> good.created(in(t, 45)).expires(in(t, 30))));
        suite.test("SIG-4.7", refused((t, good) -> good.created(in(t, -100)).expires(in(t, -5))));
        suite.test("SIG-4.8", accepted((t, good) -> good.expires(in(t, 60))));
        suite.test("SIG-4.9", Sig4::atTheEndOfTheBody);
        suite.test(
                "SIG-4.11",
                refused(
                        (t, good) -> good.createdText(in(t, 0).getEpochSecond() + ".5"),
                        (t, good) -> good.createdText("\"" + in(t, 0).getEpochSecond() + "\""),
                        (t, good) -> with(good, "expires", in(t, 60).getEpochSecond() + ".0"),
                        (t, good) -> with(good, "expires", "\"" + in(t, 60).getEpochSecond() + "\"")));
    }

    private static Instant in(Trial t, long seconds) {
        return t.world().clock().now().plusSeconds(seconds);
    }

    private static void atTheEndOfTheBody(Trial t) throws InterruptedException {
        Call good = write(t);
        SlowBody slow = new SlowBody(t);
        String control = slow.send(t.prepare(good.expires(in(t, 60))).request(), LIFE);
        t.blockedUnless(control.startsWith("HTTP/1.1 20"), "A slow body was not accepted: " + firstLine(control));
        String late = slow.send(t.prepare(good.expires(in(t, LIFE.toSeconds()))).request(), LIFE);
        t.that(
                late.startsWith("HTTP/1.1 401 ") && late.contains("signature_invalid"),
                "A signature that expired while the body came was to be refused with 401 `signature_invalid`, not: "
                        + firstLine(late));
    }

    private static String firstLine(String answer) {
        return answer.lines().findFirst().orElse("no answer");
    }

    private static void withoutCreated(Trial t) throws Exception {
        Answer answer = t.send(Positives.write(t).created(null));
        if (answer.status() == 401 && "signature_expired".equals(answer.cause())) {
            t.control(Positives.write(t));
            throw t.notApplicable("The target's configuration demands `created`.");
        }
        accepted((_, good) -> good.created(null)).run(t);
    }
}
