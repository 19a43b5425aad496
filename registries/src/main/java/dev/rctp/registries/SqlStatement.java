package dev.rctp.registries;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change of state, for the caller to commit together with the record entry that tells of it (REC-3).
 *
 * @param sql with {@code ?} for each argument
 * @param arguments String, Long, Boolean, Instant, byte[] or null
 */
public record SqlStatement(String sql, List<@Nullable Object> arguments) {

    /** Keeps its own copy of the arguments. */
    public SqlStatement {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
    }

    /** The text without its arguments. */
    @Override
    public String toString() {
        return sql;
    }
}
