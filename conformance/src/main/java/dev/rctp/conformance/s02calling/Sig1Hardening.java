package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.covering;
import static dev.rctp.conformance.s02calling.Positives.refused;
import static dev.rctp.conformance.s02calling.Positives.with;
import static dev.rctp.conformance.s02calling.Positives.write;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.RawRequest;
import java.math.BigInteger;
import java.util.function.UnaryOperator;

/** Signatures that a lenient reader takes (SIG-1, RFC 9421 and RFC 9651). */
public final class Sig1Hardening implements Section {

    private static final int TRIES = 50;

    @Override
    public void register(Suite suite) {
        suite.test(
                "SIG-1.19",
                refused(
                        (t, good) -> good.signature(any -> new byte[64]),
                        (t, good) -> good.signature(any -> Ecdsa.of(Ecdsa.ORDER, Ecdsa.ORDER)),
                        (t, good) -> good.signature(octets -> Ecdsa.of(Ecdsa.r(octets), BigInteger.ZERO)),
                        (t, good) -> good.signature(octets -> Ecdsa.of(BigInteger.ZERO, Ecdsa.s(octets)))));
        suite.test("SIG-1.20", Sig1Hardening::urlAlphabet);
        suite.test("SIG-1.21", refused((t, good) -> covering(good, "\"@path\"")));
        suite.test(
                "SIG-1.22",
                refused(
                        (t, good) -> good.sent(request -> input(request, text -> text + ", " + text)),
                        (t, good) -> good.sent(request ->
                                request.adding("Signature-Input", String.valueOf(request.header("Signature-Input"))))));
        suite.test("SIG-1.23", Sig1Hardening::keyidOfAnotherType);
        suite.test(
                "SIG-1.24",
                refused(
                        (t, good) -> good.sent(request -> input(request, _ -> "sig1=(\"@method\"")),
                        (t, good) -> good.sent(request -> input(request, text -> text.replace("sig1=(", "sig1=[("))),
                        (t, good) -> good.sent(request -> input(request, _ -> "sig1=1")),
                        (t, good) -> good.sent(request -> input(request, text -> text + ";"))));
        suite.test("SIG-1.25", refused((t, good) -> good.signature(octets -> Ecdsa.widened(octets, 48))));
    }

    private static RawRequest input(RawRequest request, UnaryOperator<String> change) {
        return request.with("Signature-Input", change.apply(String.valueOf(request.header("Signature-Input"))));
    }

    /** Signs until the base64 has a character that the URL alphabet writes otherwise. */
    private static void urlAlphabet(Trial t) {
        Call good = write(t);
        t.control(good);
        for (int i = 0; i < TRIES; i++) {
            Call.Prepared prepared = t.prepare(good);
            String signature = String.valueOf(prepared.request().header("Signature"));
            String other = signature.replace('+', '-').replace('/', '_');
            if (!other.equals(signature)) {
                t.refused(
                        t.exchange(prepared.request().with("Signature", other), prepared.base()),
                        401,
                        "signature_invalid");
                return;
            }
        }
        t.blockedUnless(false, "No signature had a character that the two alphabets write differently.");
    }

    private static void keyidOfAnotherType(Trial t) {
        Call good = write(t);
        t.control(good);
        Answer answer = t.send(with(good, "keyid", "*" + good.agent().jkt()));
        t.that(
                answer.status() == 401 && answer.reason() != null,
                "A `keyid` that is a Token was to be refused with 401, not " + answer.inShort());
        Answer octets = t.send(with(good, "keyid", ":AAAA:"));
        t.that(
                octets.status() == 401 && octets.reason() != null,
                "A `keyid` that is a Byte Sequence was to be refused with 401, not " + octets.inShort());
    }
}
