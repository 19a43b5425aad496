package dev.rctp.attest;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Thrown when a unit was not written, or nobody can say whether it was; fails closed as {@code enforcement_unavailable} (DEC-5). */
public final class LedgerUnavailableException extends Exception {

    private static final long serialVersionUID = 1L;

    /** Creates it with one sentence without data of the unit, and what caused it, if anything did. */
    public LedgerUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Whether this unit, or a row it needs, is what stood in the way: others may be written all the same. Not so where the database is away. */
    public boolean isOfThisUnit() {
        Throwable cause = getCause();
        return cause != null
                && !(cause instanceof SQLException failure && DatabaseFault.of(failure) == DatabaseFault.UNREACHABLE);
    }

    /** Creates it with one sentence for a failure of the database, whose own message is left out: it may quote private data. */
    public static LedgerUnavailableException of(String message, SQLException failure) {
        return new LedgerUnavailableException(message, DatabaseFault.withoutData(failure));
    }
}
