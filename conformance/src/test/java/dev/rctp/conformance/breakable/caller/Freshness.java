package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.registries.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** How old a signature may be (SIG-4). */
final class Freshness {

    private static final long OLDEST_S = 300;
    private static final long AHEAD_S = 60;

    private final boolean required;
    private final Set<Fault> faults;

    Freshness(boolean required, Set<Fault> faults) {
        this.required = required;
        this.faults = faults;
    }

    void check(PresentedSignature signature, Instant now) throws Refusal {
        Optional<Long> created = seconds(signature, "created");
        Optional<Long> expires = seconds(signature, "expires");
        if (created.isEmpty() && required) {
            throw expired("The signature doesn't say when it was made.");
        }
        long at = now.getEpochSecond();
        if (created.isPresent() && at - created.get() > OLDEST_S) {
            if (!faults.contains(Fault.SIG_OLD_ACCEPTED)) {
                throw expired("The signature is too old.");
            }
        }
        if (created.isPresent() && created.get() - at > AHEAD_S) {
            if (!faults.contains(Fault.SIG_FUTURE_ACCEPTED)) {
                throw expired("The signature is from the future.");
            }
        }
        if (expires.isPresent() && expires.get() <= at) {
            if (!faults.contains(Fault.SIG_EXPIRES_IGNORED)) {
                throw expired("The signature has expired.");
            }
        }
        if (created.isPresent() && expires.isPresent() && expires.get() <= created.get()) {
            if (!faults.contains(Fault.SIG_EXPIRES_BEFORE_CREATED)) {
                throw expired("The signature expires before it was made.");
            }
        }
    }

    private static Optional<Long> seconds(PresentedSignature signature, String name) throws Refusal {
        Optional<Object> given = signature.input().param(name);
        if (given.isPresent() && !(given.get() instanceof Long)) {
            throw Refusal.because(Reason.SIGNATURE_INVALID, "signature_invalid", name + " is no Integer.");
        }
        return given.map(Long.class::cast);
    }

    private static Refusal expired(String content) {
        return Refusal.because(Reason.SIGNATURE_INVALID, "signature_expired", content);
    }
}
