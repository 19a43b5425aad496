package dev.rctp.gateway.store;

import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.registries.SqlQuery;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Questions to the database that share one round trip: waiting costs more than an answer (docs/cost.md). Plain JDBC for the same reason.
 * Not safe for concurrent use.
 */
final class RoundTrip {

    private final List<Answer<?>> asked = new ArrayList<>();

    /** The rows that answer a question; there once the round trip is made. */
    static final class Answer<T> {

        private final SqlQuery<T> question;
        private List<T> rows = List.of();

        private Answer(SqlQuery<T> question) {
            this.question = question;
        }

        Optional<T> row() {
            return rows.stream().findFirst();
        }

        List<T> rows() {
            return rows;
        }

        private void read(ResultSet found) throws SQLException {
            rows = all(question, found);
        }
    }

    /** Asks one question; the first row that answers it. */
    static <T> Optional<T> ask(DataSource database, SqlQuery<T> question) {
        RoundTrip alone = new RoundTrip();
        Answer<T> answer = alone.add(question);
        alone.make(database);
        return answer.row();
    }

    /** Asks one question; all rows that answer it. */
    static <T> List<T> list(DataSource database, SqlQuery<T> question) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(question.sql())) {
            bind(statement, question.arguments(), 1);
            try (ResultSet rows = statement.executeQuery()) {
                return all(question, rows);
            }
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    private static <T> List<T> all(SqlQuery<T> question, ResultSet rows) throws SQLException {
        List<T> all = new ArrayList<>();
        while (rows.next()) {
            all.add(question.reader().read(rows));
        }
        return all;
    }

    /** One question more. */
    <T> Answer<T> add(SqlQuery<T> question) {
        Answer<T> answer = new Answer<>(question);
        asked.add(answer);
        return answer;
    }

    /** Asks them all. */
    void make(DataSource database) {
        String sql = asked.stream().map(answer -> answer.question.sql()).collect(Collectors.joining(";"));
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            int next = 1;
            for (Answer<?> answer : asked) {
                next = bind(statement, answer.question.arguments(), next);
            }
            statement.execute();
            for (Answer<?> answer : asked) {
                try (ResultSet rows = statement.getResultSet()) {
                    answer.read(rows);
                }
                statement.getMoreResults();
            }
        } catch (SQLException e) {
            throw unanswered(e);
        }
    }

    private static int bind(PreparedStatement statement, List<Object> arguments, int from) throws SQLException {
        int parameter = from;
        for (Object argument : arguments) {
            if (argument instanceof Instant time) {
                statement.setObject(parameter++, time.atOffset(ZoneOffset.UTC));
            } else if (argument instanceof String[] texts) {
                statement.setArray(parameter++, statement.getConnection().createArrayOf("text", texts));
            } else {
                statement.setObject(parameter++, argument);
            }
        }
        return parameter;
    }

    private static StoreUnavailableException unanswered(SQLException cause) {
        return new StoreUnavailableException("the tables don't answer", cause);
    }
}
