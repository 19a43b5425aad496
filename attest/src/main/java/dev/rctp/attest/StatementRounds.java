package dev.rctp.attest;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends the statements of many units: first everyone's first statement, then everyone's second, and so on; within a round one JDBC batch
 * per SQL text, in the order of texts and arguments, so that two gateways lock rows in the same order.
 */
final class StatementRounds {

    /** Told how many rows a candidate's statement touched. */
    @FunctionalInterface
    interface Counted {
        void touched(Candidate candidate, int round, int rows);
    }

    private record Placed(Candidate candidate, Statement statement) {}

    private static final Comparator<Placed> BY_ARGUMENTS = (a, b) ->
            ArgumentOrder.compare(a.statement().arguments(), b.statement().arguments());

    private final Connection connection;

    StatementRounds(Connection connection) {
        this.connection = connection;
    }

    void run(List<Candidate> candidates, Function<Candidate, List<Statement>> statements, Counted counted)
            throws SQLException {
        int round = 0;
        for (Map<String, List<Placed>> bySql = group(candidates, statements, round);
                !bySql.isEmpty();
                bySql = group(candidates, statements, round)) {
            for (Map.Entry<String, List<Placed>> batch : bySql.entrySet()) {
                send(batch.getKey(), batch.getValue(), round, counted);
            }
            round++;
        }
    }

    private static Map<String, List<Placed>> group(
            List<Candidate> candidates, Function<Candidate, List<Statement>> statements, int round) {
        Map<String, List<Placed>> bySql = new TreeMap<>();
        for (Candidate candidate : candidates) {
            List<Statement> own = statements.apply(candidate);
            if (round < own.size()) {
                Statement statement = own.get(round);
                bySql.computeIfAbsent(statement.sql(), _ -> new ArrayList<>()).add(new Placed(candidate, statement));
            }
        }
        return bySql;
    }

    private void send(String sql, List<Placed> batch, int round, Counted counted) throws SQLException {
        batch.sort(BY_ARGUMENTS);
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            for (Placed placed : batch) {
                bind(prepared, placed.statement().arguments());
                prepared.addBatch();
            }
            int[] rows = prepared.executeBatch();
            for (int i = 0; i < rows.length; i++) {
                counted.touched(batch.get(i).candidate(), round, known(rows[i]));
            }
        }
    }

    private static int known(int rows) throws SQLException {
        if (rows < 0) {
            throw new SQLFeatureNotSupportedException(
                    "the driver hides how many rows were touched: reWriteBatchedInserts must be off", "0A000");
        }
        return rows;
    }

    private void bind(PreparedStatement prepared, List<@Nullable Object> arguments) throws SQLException {
        for (int i = 0; i < arguments.size(); i++) {
            int parameter = i + 1;
            switch (arguments.get(i)) {
                case null -> prepared.setNull(parameter, Types.NULL);
                case String text -> prepared.setString(parameter, text);
                case Integer number -> prepared.setInt(parameter, number);
                case Long number -> prepared.setLong(parameter, number);
                case Boolean flag -> prepared.setBoolean(parameter, flag);
                case Instant time -> prepared.setObject(parameter, time.atOffset(ZoneOffset.UTC));
                case byte[] bytes -> prepared.setBytes(parameter, bytes);
                case String[] texts -> prepared.setArray(parameter, connection.createArrayOf("text", texts));
                default -> throw new IllegalStateException("Statement takes no such argument");
            }
        }
    }
}
