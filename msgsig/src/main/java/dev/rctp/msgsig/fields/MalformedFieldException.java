package dev.rctp.msgsig.fields;

/** Thrown for text that is not the structured field it should be (RFC 9651 4.2); the message never quotes the value. */
public final class MalformedFieldException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates it with one sentence that says what is wrong and where. */
    public MalformedFieldException(String message) {
        super(message);
    }
}
