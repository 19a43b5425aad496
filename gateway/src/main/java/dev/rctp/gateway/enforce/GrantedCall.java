package dev.rctp.gateway.enforce;

import dev.rctp.grant.Grant;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A call whose caller is verified and whose seller granted the verb's scope.
 *
 * @param operation the call
 * @param caller whose call it is
 * @param grant the seller's grant, introspected for this call
 * @param key what its Idempotency-Key belongs to
 * @param approval the approval by which its seller has said yes to it; null before anybody was asked
 */
public record GrantedCall(
        Operation operation,
        Caller caller,
        Grant grant,
        CallKey key,
        @Nullable String approval) implements AdmittedCall {

    /** A held call that its seller has approved, to be judged again (APR-6); its key is no caller's, so that it is carried out once. */
    static GrantedCall approved(Operation operation, Caller caller, Grant grant, String approval) {
        return new GrantedCall(operation, caller, grant, CallKey.ofApproval(caller, operation, approval), approval);
    }

    /**
     * What a repeat is compared by (IDM-1): the payload, and for whom it was sent, so that one seller's answer is never given under
     * another's grant (B78).
     */
    @Override
    public String fingerprint() {
        String call = operation.payloadDigest() + "\n" + grant.sub();
        return Sha256.text(call.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean isHeld() {
        return approval != null;
    }

    @Override
    public String side() {
        return "seller";
    }
}
