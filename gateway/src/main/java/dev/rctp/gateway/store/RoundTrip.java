package dev.rctp.gateway.store;

import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.terms.SqlQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;

/** One or two questions in one round trip to the database: waiting costs more than either answer (docs/cost.md). Plain JDBC for the same reason. */
final class RoundTrip {

    private final DataSource database;

    RoundTrip(DataSource database) {
        this.database = database;
    }

    /** The first row that answers each of two questions. */
    record Both<A, B>(Optional<A> first, Optional<B> second) {}

    <T> Optional<T> ask(SqlQuery<T> question) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(question.sql())) {
            bind(statement, question.arguments(), 1);
            try (ResultSet rows = statement.executeQuery()) {
                return question.first(rows);
            }
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    <A, B> Both<A, B> ask(SqlQuery<A> first, SqlQuery<B> second) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(first.sql() + ";" + second.sql())) {
            bind(statement, second.arguments(), bind(statement, first.arguments(), 1));
            statement.execute();
            Optional<A> one = row(first, statement);
            statement.getMoreResults();
            return new Both<>(one, row(second, statement));
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    private static <T> Optional<T> row(SqlQuery<T> question, PreparedStatement statement) throws SQLException {
        try (ResultSet rows = statement.getResultSet()) {
            return question.first(rows);
        }
    }

    private static int bind(PreparedStatement statement, List<String> arguments, int from) throws SQLException {
        int parameter = from;
        for (String argument : arguments) {
            statement.setString(parameter++, argument);
        }
        return parameter;
    }

    private static StoreUnavailableException unanswered(SQLException cause) {
        return new StoreUnavailableException("the tables don't answer", cause);
    }
}
