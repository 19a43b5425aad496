package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.fields.Dictionary;
import dev.rctp.conformance.breakable.fields.MalformedFieldException;
import dev.rctp.conformance.breakable.fields.Member;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** {@code sha-256} over the raw octets of the body (SIG-3). */
final class BodyDigest {

    private final Set<Fault> faults;

    BodyDigest(Set<Fault> faults) {
        this.faults = faults;
    }

    void check(Request request) throws Refusal {
        Optional<String> field = request.headers().joined("Content-Digest");
        if (field.isEmpty() && request.body().length == 0) {
            return;
        }
        Optional<byte[]> given = sha256(field.orElse(""));
        if (given.isEmpty()) {
            if (faults.contains(Fault.SIG_DIGEST_MISSING_ACCEPTED)) {
                return;
            }
            throw wrong();
        }
        if (!MessageDigest.isEqual(given.get(), Sha256.bytes(request.body()))) {
            if (!faults.contains(Fault.SIG_DIGEST_NOT_COMPARED)) {
                throw wrong();
            }
        }
    }

    private static Optional<byte[]> sha256(String field) throws Refusal {
        try {
            Map<String, Member> digests = Dictionary.of(field);
            return Optional.ofNullable(digests.get("sha-256")).flatMap(digest -> digest.as(byte[].class));
        } catch (MalformedFieldException malformed) {
            throw wrong();
        }
    }

    private static Refusal wrong() {
        return Refusal.because(
                Reason.SIGNATURE_INVALID, "digest_mismatch", "Content-Digest has no sha-256 of this body.");
    }
}
