package dev.rctp.registries;

/** Thrown for bytes that are not the I-JSON (RFC 7493) this protocol accepts; the message never quotes the input. */
public final class InvalidJsonException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates it with one sentence that says what is wrong and, where known, at which character. */
    public InvalidJsonException(String message) {
        super(message);
    }
}
