package dev.rctp.attest;

/** Text that is not the compact JWS that was expected (RFC 7515); its message is a phrase such as {@code a jws that is not compact}. */
public final class InvalidJwsException extends Exception {

    private static final long serialVersionUID = 1L;

    private final String phrase;

    InvalidJwsException(String phrase) {
        super(phrase, null, false, false);
        this.phrase = phrase;
    }

    /** What is wrong, without a full stop; quotes nothing of the text. */
    public String phrase() {
        return phrase;
    }
}
