package dev.rctp.attest;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One SQL write, run in the transaction of its unit; statements of one text are sent as one batch.
 *
 * @param sql a constant text with {@code ?} parameters; never built from data
 * @param arguments String, Integer, Long, Boolean, Instant, byte[], String[] or null, in the order of the parameters
 * @param one whether it must touch exactly one row: as a closing statement it otherwise fails its unit; a guard always must
 */
public record Statement(String sql, List<@Nullable Object> arguments, boolean one) {

    /** Keeps its own copy of the arguments; refuses types that have no place in SQL here. */
    public Statement {
        arguments = Collections.unmodifiableList(new ArrayList<>(arguments));
        for (Object argument : arguments) {
            if (!storable(argument)) {
                throw new IllegalArgumentException("an argument of a type that a statement does not take");
            }
        }
    }

    /** A statement with these arguments, which may touch any number of rows. */
    public static Statement of(String sql, @Nullable Object... arguments) {
        return new Statement(sql, Arrays.asList(arguments), false);
    }

    /** A statement with these arguments that must touch exactly one row: the record would tell of a state that is not so (REC-3). */
    public static Statement ofOne(String sql, @Nullable Object... arguments) {
        return new Statement(sql, Arrays.asList(arguments), true);
    }

    private static boolean storable(@Nullable Object argument) {
        return switch (argument) {
            case null -> true;
            case String _, Integer _, Long _, Boolean _, Instant _, byte[] _, String[] _ -> true;
            default -> false;
        };
    }

    /** The SQL text alone: arguments may be private. */
    @Override
    public String toString() {
        return sql;
    }
}
