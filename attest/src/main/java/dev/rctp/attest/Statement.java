package dev.rctp.attest;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SQL write, run in the transaction of its unit; statements of one text are sent as one batch.
 *
 * @param sql a constant text with {@code ?} parameters; never built from data
 * @param arguments String, Integer, Long, Boolean, Instant, byte[], String[] or null, in the order of the parameters
 */
public record Statement(String sql, List<@Nullable Object> arguments) {

    /** Keeps its own copy of the arguments. */
    public Statement {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
    }

    /** A statement with these arguments. */
    public static Statement of(String sql, @Nullable Object... arguments) {
        return new Statement(
                sql, Collections.unmodifiableList(new ArrayList<@Nullable Object>(java.util.Arrays.asList(arguments))));
    }

    /** The SQL text alone: arguments may be private. */
    @Override
    public String toString() {
        return sql;
    }
}
