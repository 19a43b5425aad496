package dev.rctp.msgsig;

/** Thrown for a JWK that is not a key of SIG-1; the message never quotes the key. */
public final class MalformedKeyException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What kind of refusal it is. */
    public enum Fault {
        /** A type or curve that SIG-1 doesn't name; other keys beside it may be good (OPR-3). */
        UNSUPPORTED,
        /** A private or secret member where only a public key may be (OPR-3). */
        PRIVATE,
        /** Anything else. */
        MALFORMED
    }

    private final Fault fault;

    /** Creates it with one sentence that says what is wrong. */
    public MalformedKeyException(Fault fault, String message) {
        super(message);
        this.fault = fault;
    }

    /** What kind of refusal it is. */
    public Fault fault() {
        return fault;
    }

    static MalformedKeyException malformed(String message) {
        return new MalformedKeyException(Fault.MALFORMED, message);
    }
}
