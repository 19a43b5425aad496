package dev.rctp.conformance.s02calling;

import static dev.rctp.conformance.s02calling.Positives.accepted;
import static dev.rctp.conformance.s02calling.Positives.refused;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.wire.Call;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The body's digest (SIG-3, RFC 9530). */
public final class Sig3 implements Section {

    private static final String WRONG = Call.digestOf(new byte[] {1});

    @Override
    public void register(Suite suite) {
        suite.test(
                "SIG-3.1",
                refused(
                        (t, good) -> good.digest(WRONG),
                        (t, good) -> good.sent(request -> request.withBody(spaced(request.body())))));
        suite.test("SIG-3.2", refused((t, good) -> good.digest(sha512(octets(good)))));
        suite.test(
                "SIG-3.3",
                accepted(
                        (t, good) -> good.digest(sha512(octets(good)) + ", " + Call.digestOf(octets(good))),
                        (t, good) -> good.digest(Call.digestOf(octets(good)) + ", sha-512=:AAAA:")));
        suite.test("SIG-3.4", accepted((t, good) -> good.body(spaced(octets(good)), "application/json")));
        suite.test(
                "SIG-3.5",
                refused(
                        (t, good) -> good.digest(Call.digestOf(octets(good)) + ", " + WRONG),
                        (t, good) -> good.digest(WRONG + ", " + Call.digestOf(octets(good)))));
    }

    private static byte[] octets(Call call) {
        byte[] body = call.body();
        return body == null ? new byte[0] : body;
    }

    private static byte[] spaced(byte[] json) {
        return (" " + new String(json, StandardCharsets.UTF_8).replace(":", " :\t") + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static String sha512(byte[] octets) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-512").digest(octets);
            return "sha-512=:" + Base64.getEncoder().encodeToString(hash) + ":";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-512", e);
        }
    }
}
