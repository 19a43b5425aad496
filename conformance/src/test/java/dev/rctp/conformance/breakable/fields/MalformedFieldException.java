package dev.rctp.conformance.breakable.fields;

/** A field value that isn't what it should be (RFC 9651 section 4.2). */
public final class MalformedFieldException extends Exception {

    private static final long serialVersionUID = 1L;

    /** What is wrong with it. */
    public MalformedFieldException(String message) {
        super(message);
    }
}
