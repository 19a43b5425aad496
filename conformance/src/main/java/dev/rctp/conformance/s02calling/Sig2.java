package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.accepted;
import static dev.rctp.conformance.s02calling.Positives.granted;
import static dev.rctp.conformance.s02calling.Positives.read;
import static dev.rctp.conformance.s02calling.Positives.refused;
import static dev.rctp.conformance.s02calling.Positives.uncovered;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Test;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.List;

/** What a signature covers (SIG-2). */
public final class Sig2 implements Section {

    private static final String SIGNATURE_AGENT = "\"signature-agent\"";

    @Override
    public void register(Suite suite) {
        suite.test("SIG-2.1", without("\"@method\""));
        suite.test("SIG-2.2", without("\"@authority\""));
        suite.test("SIG-2.3", without("\"@path\""));
        suite.test("SIG-2.4", Sig2::query);
        suite.test("SIG-2.5", without("\"content-digest\""));
        suite.test("SIG-2.6", without("\"content-type\""));
        suite.test("SIG-2.7", without("\"ucp-agent\""));
        suite.test("SIG-2.8", without("\"idempotency-key\""));
        suite.test("SIG-2.9", Sig2::signatureAgent);
        suite.test("SIG-2.10", accepted((t, good) -> ofBot(good)));
        suite.test("SIG-2.11", accepted((t, good) -> byKey(ofBot(good))));
        suite.test("SIG-2.12", Sig2::authorization);
        suite.test("SIG-2.13", Sig2::noBody);
        suite.test("SIG-2.14", accepted((t, good) -> good.query("a=1")));
        suite.test("SIG-2.15", refused((t, good) -> good.covering(_ -> List.of())));
    }

    private static Test without(String component) {
        return refused((t, good) -> uncovered(good, component));
    }

    private static void query(Trial t) {
        Call good = Positives.write(t).query("a=1");
        t.control(good);
        t.refused(t.send(uncovered(good, "\"@query\"")), 401, "signature_invalid");
    }

    private static void signatureAgent(Trial t) {
        Call good = ofBot(Positives.write(t));
        t.control(good);
        t.refused(t.send(uncovered(good, SIGNATURE_AGENT)), 401, "signature_invalid");
    }

    private static Call ofBot(Call call) {
        return call.header("Signature-Agent", "sig1=\"https://bot.example/keys\"");
    }

    private static Call byKey(Call call) {
        return call.covering(covered -> covered.stream()
                .map(one -> one.equals(SIGNATURE_AGENT) ? SIGNATURE_AGENT + ";key=\"sig1\"" : one)
                .toList());
    }

    private static void authorization(Trial t) {
        Call good = granted(t);
        t.control(good);
        t.refused(t.send(uncovered(good, "\"authorization\"")), 401, "grant_invalid");
    }

    private static void noBody(Trial t) {
        Answer answer = t.send(read(t));
        t.equal(200, answer.status(), "The status of a read that covers neither `content-digest` nor `content-type`");
    }
}
