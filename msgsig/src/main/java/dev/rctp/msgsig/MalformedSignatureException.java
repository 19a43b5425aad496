package dev.rctp.msgsig;

/** Thrown for a signature that is not well formed, or names what the message does not have (RFC 9421 2.5, 3.2). */
public final class MalformedSignatureException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String sentence;

    /** Creates it with one sentence that says what is wrong; it may name components, never quote values. */
    public MalformedSignatureException(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** The sentence, never null. */
    public String sentence() {
        return sentence;
    }
}
