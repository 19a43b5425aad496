package dev.rctp.attest;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a failure of the database means for the units of a transaction. */
enum DatabaseFault {
    /** Another transaction stood in the way, and this one was rolled back: trying again is right. */
    CONFLICT,
    /** A statement waited too long for a row that another transaction holds, and this one was rolled back. */
    BUSY,
    /** The database refused a statement, so it rolled back: one of the units is at fault. */
    REJECTED,
    /** The database was not there, or was lost before it answered: nothing more is known. */
    UNREACHABLE;

    private static final Set<String> CONFLICTS = Set.of("40001", "40P01");
    /** Classes of SQLSTATE: connection, resources, operator intervention, system, internal. */
    private static final Set<String> SERVER_TROUBLE = Set.of("08", "53", "57", "58", "XX");

    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final String READ_ONLY = "25006";
    private static final String COMPLETION_UNKNOWN = "40003";

    static DatabaseFault of(SQLException e) {
        String state = e.getSQLState();
        if (state == null || e instanceof SQLTransientConnectionException || serverTrouble(state)) {
            return UNREACHABLE;
        }
        if (CONFLICTS.contains(state)) {
            return CONFLICT;
        }
        return state.equals(LOCK_NOT_AVAILABLE) ? BUSY : REJECTED;
    }

    /** The same failure without the driver's message, which quotes statements and rows: those may be private. */
    static SQLException withoutData(SQLException e) {
        SQLException safe = new SQLException("SQLSTATE " + e.getSQLState(), e.getSQLState());
        safe.setStackTrace(e.getStackTrace());
        return safe;
    }

    private static boolean serverTrouble(@Nullable String state) {
        return state == null
                || state.length() < 2
                || SERVER_TROUBLE.contains(state.substring(0, 2))
                || state.equals(READ_ONLY)
                || state.equals(COMPLETION_UNKNOWN);
    }
}
