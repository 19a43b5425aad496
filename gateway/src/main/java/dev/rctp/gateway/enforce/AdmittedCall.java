package dev.rctp.gateway.enforce;

/** A call whose caller is verified and, on the seller's side, granted; nothing is known yet of what it asks. */
public sealed interface AdmittedCall permits GrantedCall, BuyerCall, PartyCall {

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

    /** On which side of its subject's chain the caller acts (REC-6): {@code buyer}, {@code seller}, or what else it is to a deal. */
    String side();

    /** To whom its refusals are confided: its side, where nobody else can come to be that. */
    default String confidant() {
        return side();
    }
}
