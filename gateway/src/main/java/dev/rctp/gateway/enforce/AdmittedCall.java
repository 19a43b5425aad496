package dev.rctp.gateway.enforce;

import dev.rctp.registries.Side;

/** A call whose caller is verified and, on the seller's side, granted; nothing is known yet of what it asks. */
public sealed interface AdmittedCall permits GrantedCall, BuyerCall {

    /** The call. */
    Operation operation();

    /** Whose call it is. */
    Caller caller();

    /** What its Idempotency-Key belongs to. */
    CallKey key();

    /** What a repeat is compared by (IDM-1). */
    String fingerprint();

    /** Whether it waited for its seller and is judged again (APR-6): its refusals are its end. */
    default boolean isHeld() {
        return false;
    }

    /** On which side the caller acts. */
    Side side();
}
