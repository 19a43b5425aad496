package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.accepted;
import static dev.rctp.conformance.s02calling.Positives.carriedOut;
import static dev.rctp.conformance.s02calling.Positives.covering;
import static dev.rctp.conformance.s02calling.Positives.refused;
import static dev.rctp.conformance.s02calling.Positives.refusedFor;
import static dev.rctp.conformance.s02calling.Positives.with;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.RawRequest;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a signature is, and of what (SIG-1). */
public final class Sig1 implements Section {

    @Override
    public void register(Suite suite) {
        label(suite);
        algorithm(suite);
        suite.test("SIG-1.10", accepted((t, good) -> with(good, "tag", "\"web-bot-auth\"")));
        suite.test("SIG-1.11", refusedFor("signature_missing", (t, good) -> with(good, "tag", "\"another-app\"")));
        base(suite);
    }

    private static void label(Suite suite) {
        suite.test("SIG-1.1", accepted((t, good) -> good));
        suite.test(
                "SIG-1.2",
                accepted(
                        (t, good) -> good.sent(
                                request -> beside(request, "%s, sig2=(\"@method\");keyid=\"none\"", "%s, sig2=:AAAA:")),
                        (t, good) -> good.sent(request -> beside(request, "a=();keyid=\"none\", %s", "a=:AAAA:, %s"))));
        suite.test("SIG-1.3", refusedFor("signature_missing", (t, good) -> good.label("sig2")));
        suite.test(
                "SIG-1.4",
                refusedFor(
                        "signature_missing",
                        (t, good) -> good.sent(
                                request -> request.without("Signature").without("Signature-Input"))));
    }

    private static RawRequest beside(RawRequest request, String input, String signature) {
        return request.with("Signature-Input", input.formatted(request.header("Signature-Input")))
                .with("Signature", signature.formatted(request.header("Signature")));
    }

    private static void algorithm(Suite suite) {
        suite.test("SIG-1.5", t -> carriedOut(t, t.send(Spare.withKey(t, SignatureAlgorithm.ES384))));
        suite.test("SIG-1.6", t -> carriedOut(t, t.send(Spare.withKey(t, SignatureAlgorithm.ED25519))));
        suite.test("SIG-1.7", refused((t, good) -> good.signature(Ecdsa::der)));
        suite.test("SIG-1.8", accepted((t, good) -> with(good, "alg", "\"ecdsa-p256-sha256\"")));
        suite.test(
                "SIG-1.9",
                refused(
                        (t, good) -> with(good, "alg", "\"ed25519\""),
                        (t, good) -> with(good, "alg", "\"ecdsa-p384-sha384\""),
                        (t, good) -> with(good, "alg", "\"hmac-sha256\""),
                        (t, good) -> with(good, "alg", "\"none\"")));
    }

    private static void base(Suite suite) {
        suite.test(
                "SIG-1.12",
                refused(
                        (t, good) -> good.signature(Ecdsa::bitFlipped),
                        (t, good) -> with(
                                good.signer(t.scene().buyer(2)),
                                "keyid",
                                "\"" + good.agent().jkt() + "\"")));
        suite.test("SIG-1.13", refused((t, good) -> good.method("PUT").sent(request -> request.withMethod("POST"))));
        suite.test(
                "SIG-1.14",
                refused((t, good) ->
                        good.path(good.target() + "x").sent(request -> request.withTarget(good.target()))));
        suite.test(
                "SIG-1.15",
                refused((t, good) -> good.query("a=1").sent(request -> request.withTarget(good.target() + "?a=2"))));
        suite.test(
                "SIG-1.16",
                refused((t, good) ->
                        good.sent(request -> request.with("Idempotency-Key", "another-key-of-30-characters-0"))));
        suite.test(
                "SIG-1.17",
                accepted(Sig1::reordered, (t, good) -> covering(good.header("Accept", "*/*"), "\"accept\"")));
        suite.test("SIG-1.18", Sig1::rawQuery);
    }

    private static Call reordered(Trial t, Call good) {
        return good.covering(covered -> {
                    List<String> backwards = new ArrayList<>(covered);
                    Collections.reverse(backwards);
                    return backwards;
                })
                .params(all -> {
                    Map<String, String> other = new LinkedHashMap<>();
                    other.put("keyid", all.get("keyid"));
                    other.put("nonce", "\"" + t.world().random().nextInt() + "\"");
                    other.put("created", all.get("created"));
                    return other;
                });
    }

    private static void rawQuery(Trial t) {
        Call good = Positives.read(t);
        t.control(good, 200);
        t.equal(200, t.send(good.query("q=C%2b%2B+x&z=%7E&&e=")).status(), "The status of a read with a raw query");
    }
}
