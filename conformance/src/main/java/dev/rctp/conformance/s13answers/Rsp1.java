package dev.rctp.conformance.s13answers;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s02calling.Positives;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Every governed answer is signed, over what it says and what it answers (RSP-1). */
public final class Rsp1 implements Section {

    private static final int MOST_APART = 60;

    @Override
    public void register(Suite suite) {
        suite.test("RSP-1.1", t -> verified(t, List.of(t.control(Positives.granted(t)))));
        suite.test("RSP-1.2", t -> verified(t, refusals(t)));
        suite.test("RSP-1.3", t -> verified(t, List.of(t.control(Positives.read(t)))));
        suite.test("RSP-1.4", Rsp1::created);
        suite.test("RSP-1.5", Rsp1::keyid);
        suite.test("RSP-1.6", covered("\"@status\""));
        suite.test("RSP-1.7", covered("\"content-digest\""));
        suite.test("RSP-1.8", covered("\"content-type\""));
        suite.test("RSP-1.9", covered("\"rctp-decision\""));
        suite.test("RSP-1.10", t -> {
            Answer answer = t.control(Positives.granted(t));
            t.blockedUnless(answer.header("RCTP-Record") != null, "The answer has no `RCTP-Record`.");
            AnswerSignature.of(t, answer).mustCover("\"rctp-record\"");
        });
        suite.test("RSP-1.11", covered("\"@method\";req"));
        suite.test("RSP-1.12", covered("\"@authority\";req"));
        suite.test("RSP-1.13", covered("\"@path\";req"));
        suite.test(
                "RSP-1.14",
                t -> AnswerSignature.of(t, t.control(Positives.write(t).query("a=1")))
                        .mustCover("\"@query\";req"));
        suite.test("RSP-1.15", covered("\"signature\";key=\"sig1\";req"));
        suite.test("RSP-1.16", Rsp1::digest);
    }

    private static void verified(Trial t, List<Answer> answers) {
        var gateway = AnswerSignature.gateway(t);
        answers.forEach(answer -> AnswerSignature.of(t, answer).mustVerify(gateway));
    }

    /** One by its signature, one by its operator, one by its grant, one by its body. */
    private static List<Answer> refusals(Trial t) {
        Call good = Positives.granted(t);
        t.control(good);
        return List.of(
                t.control(good.created(t.world().clock().now().minusSeconds(900)), 401),
                t.control(good.without("UCP-Agent"), 401),
                t.control(good.token(null), 401),
                t.control(good.body("{}".getBytes(StandardCharsets.UTF_8), "application/json"), 400));
    }

    /** Accepted and refused answers cover it. */
    private static Test covered(String component) {
        return t -> {
            Call good = Positives.write(t);
            AnswerSignature.of(t, t.control(good)).mustCover(component);
            AnswerSignature.of(t, t.control(good.idempotencyKey(null), 400)).mustCover(component);
        };
    }

    private static void created(Trial t) {
        Long created =
                AnswerSignature.of(t, t.control(Positives.write(t))).input().created();
        t.that(created != null, "The answer's signature was to have `created`.");
        long apart = Math.abs(t.world().clock().now().getEpochSecond() - Objects.requireNonNull(created));
        t.that(apart <= MOST_APART, "`created` was to be the answer's time; it is " + apart + " s away.");
    }

    private static void keyid(Trial t) {
        String keyId =
                AnswerSignature.of(t, t.control(Positives.write(t))).input().keyId();
        t.that(
                keyId != null && AnswerSignature.gateway(t).find(keyId) != null,
                "The answer's `keyid` was to be that of a key in the gateway's profile, not " + keyId + ".");
    }

    private static void digest(Trial t) {
        Answer answer = t.control(Positives.write(t));
        String digest = String.join(", ", answer.headers("Content-Digest"));
        t.that(
                Arrays.stream(digest.split(",\\s*")).anyMatch(Call.digestOf(answer.body())::equals),
                "`Content-Digest` was to have " + Call.digestOf(answer.body()) + ", not " + digest + ".");
    }
}
