package dev.rctp.grant;

/** The authorization server could not be asked, or its answer decides nothing; a call then fails closed with 503 (GRA-4). */
public final class GrantUndecidedException extends Exception {

    private static final long serialVersionUID = 1L;

    GrantUndecidedException(String message) {
        super(message);
    }

    GrantUndecidedException(String message, Throwable cause) {
        super(message, cause);
    }
}
