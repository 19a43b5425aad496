package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.refusedFor;
import static dev.rctp.conformance.s02calling.Positives.uncovered;
import static dev.rctp.conformance.s02calling.Positives.with;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.wire.Call;

/** What a failed signature is told (SIG-6). */
public final class Sig6 implements Section {

    @Override
    public void register(Suite suite) {
        suite.test("SIG-6.1", refusedFor("signature_invalid", (t, good) -> good.signature(Ecdsa::bitFlipped)));
        suite.test("SIG-6.2", refusedFor("digest_mismatch", (t, good) -> good.digest(Call.digestOf(new byte[] {1}))));
        suite.test("SIG-6.3", refusedFor("algorithm_unsupported", (t, good) -> with(good, "alg", "\"ed25519\"")));
        suite.test("SIG-6.4", refusedFor("coverage_insufficient", (t, good) -> uncovered(good, "\"@path\"")));
        suite.test(
                "SIG-6.5",
                refusedFor(
                        "signature_expired",
                        (t, good) -> good.created(t.world().clock().now().minusSeconds(400)),
                        (t, good) -> good.created(t.world().clock().now().plusSeconds(400))));
    }
}
