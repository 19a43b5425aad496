package dev.rctp.gateway.store;

import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.Prior;
import dev.rctp.registries.SqlQuery;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is kept under an Idempotency-Key (IDM-1). */
record CallRow(
        String fingerprint,
        @Nullable String outcome,
        @Nullable Instant answeredAt) {

    private static final String FIND = """
            SELECT fingerprint, outcome, answered_at FROM call
            WHERE caller = ? AND action = ? AND idempotency_key = ?""";

    /** The question for this key's row. */
    static SqlQuery<CallRow> query(CallKey call) {
        return new SqlQuery<>(FIND, List.of(call.caller(), call.action(), call.key()), CallRow::of);
    }

    private static CallRow of(ResultSet row) throws SQLException {
        return new CallRow(row.getString(1), row.getString(2), IntentRow.instant(row, 3));
    }

    /** What it says of a call with this fingerprint, where answers are kept for the given time. */
    Prior prior(String wanted, Instant now, Duration kept, DecisionText decisions) {
        if (fingerprint.isEmpty()) { // of what was forgotten: it may be a digest of words
            return new Prior.Expired();
        }
        if (!fingerprint.equals(wanted)) {
            return new Prior.Other();
        }
        if (answeredAt == null) {
            return new Prior.InProgress();
        }
        return outcome == null || !now.isBefore(answeredAt.plus(kept))
                ? new Prior.Expired()
                : new Prior.Answered(decisions.read(outcome));
    }
}
