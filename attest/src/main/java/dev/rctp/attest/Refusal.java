package dev.rctp.attest;

import dev.rctp.registries.Reason;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A refusal that belongs to no subject's chain (REC-1): the caller is not authenticated, or is not a party. Free text never enters it, only digests.
 *
 * @param address the caller's network address, which its limit counts; it does not enter the record
 * @param action the verb that was called; null when the call had none
 * @param reason why it was refused
 * @param cause {@code detail.cause} of the answer; null when it has none
 * @param agent the key's thumbprint; null when not authenticated
 * @param operator the operator's profile URL; null when not authenticated
 * @param requestId the call's {@code Request-Id} (RSP-2)
 * @param door by which the call came, such as {@code rest}
 * @param evidenceDigest {@code sha-256:} of what the decision rests on; null when nothing was verified
 */
public record Refusal(
        String address,
        @Nullable String action,
        Reason reason,
        @Nullable String cause,
        @Nullable String agent,
        @Nullable String operator,
        String requestId,
        String door,
        @Nullable String evidenceDigest) {

    /** Refuses missing members that are not nullable. */
    public Refusal {
        Objects.requireNonNull(address, "address");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(requestId, "requestId");
        Objects.requireNonNull(door, "door");
    }
}
