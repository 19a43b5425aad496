package dev.rctp.gateway.store;

import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.CallStore;
import dev.rctp.gateway.enforce.Intent;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.terms.negotiation.StepText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** An intent as a row of its table. */
final class IntentRow {

    private final JsonMapper json = JsonMapper.builder().build();

    /** With its turn among those of its subject, null for one that waits for no other; and the role whose information it is, if any. */
    @Nullable
    Object[] arguments(Intent intent, Duration lease, @Nullable Long turn, @Nullable String informs) {
        UpstreamRequest request = intent.request();
        return new @Nullable Object[] {
            intent.id(),
            intent.call().caller(),
            intent.call().action(),
            intent.call().key(),
            intent.subject().type(),
            intent.subject().id(),
            request.method(),
            request.target(),
            json.writeValueAsString(names(request.fields())),
            request.body(),
            StepText.write(intent.step()),
            intent.decidedAt(),
            lease.toMillis(),
            turn,
            informs
        };
    }

    CallStore.Pending pending(ResultSet row) throws SQLException {
        CallKey call = new CallKey(row.getString("caller"), row.getString("action"), row.getString("idempotency_key"));
        String[] fields = json.readValue(row.getString("fields"), String[].class);
        UpstreamRequest request = new UpstreamRequest(
                row.getString("method"), row.getString("target"), HttpFields.of(fields), row.getBytes("body"));
        Intent intent = new Intent(
                row.getString("id"),
                call,
                new Subject(row.getString("subject_type"), row.getString("subject_id")),
                request,
                StepText.read(row.getString("step")),
                row.getTimestamp("decided_at").toInstant());
        return new CallStore.Pending(
                intent, row.getInt("attempts"), row.getTimestamp("tried_at").toInstant());
    }

    static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        Timestamp time = row.getTimestamp(column);
        return time == null ? null : time.toInstant();
    }

    private static List<String> names(HttpFields fields) {
        List<String> alternating = new ArrayList<>(2 * fields.lines().size());
        for (HttpFields.Field line : fields.lines()) {
            alternating.add(line.name());
            alternating.add(line.value());
        }
        return alternating;
    }
}
