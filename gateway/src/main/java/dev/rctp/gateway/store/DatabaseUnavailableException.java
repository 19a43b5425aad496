package dev.rctp.gateway.store;

import org.jspecify.annotations.Nullable;

/** Thrown when the configured database can't be opened or used; the message is one sentence for the operator's log. */
public final class DatabaseUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates it with the sentence and, where there is one, what caused it. */
    public DatabaseUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
