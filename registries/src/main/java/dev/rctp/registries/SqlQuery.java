package dev.rctp.registries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * One question to the database, for the caller to ask, alone or together with others in one round trip.
 *
 * @param sql a constant text with {@code ?} for each argument; never built from data
 * @param arguments String, Long, Instant or String[], in the order of the parameters
 * @param reader makes a value of the row it stands on
 * @param <T> what a row tells
 */
public record SqlQuery<T>(String sql, List<Object> arguments, RowReader<T> reader) {

    /** Keeps its own copy of the arguments. */
    public SqlQuery {
        arguments = List.copyOf(arguments);
    }

    /** Reads the row that a result stands on. */
    @FunctionalInterface
    public interface RowReader<T> {
        /** The value of this row. */
        T read(ResultSet row) throws SQLException;
    }

    /** The value of the first row; empty where there is none. */
    public Optional<T> first(ResultSet rows) throws SQLException {
        return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
    }

    /** The text without its arguments. */
    @Override
    public String toString() {
        return sql;
    }
}
