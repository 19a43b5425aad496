package dev.rctp.gateway.enforce;

/**
 * A call on the buyer's side, where no grant is needed.
 *
 * @param operation the call
 * @param caller whose call it is
 * @param key what its Idempotency-Key belongs to
 */
public record BuyerCall(Operation operation, Caller caller, CallKey key) implements AdmittedCall {

    @Override
    public String fingerprint() {
        return operation.payloadDigest();
    }

    @Override
    public String side() {
        return "buyer";
    }
}
