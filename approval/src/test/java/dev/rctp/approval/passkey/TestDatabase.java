package dev.rctp.approval.passkey;

import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.SqlStatement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** A PostgreSQL with this module's tables. */
final class TestDatabase implements AutoCloseable {

    private final EmbeddedPostgres server;
    private final DataSource source;

    TestDatabase() throws IOException {
        server = EmbeddedPostgres.start();
        source = server.getPostgresDatabase();
        Flyway.configure()
                .dataSource(source)
                .locations("classpath:db/approval")
                .load()
                .migrate();
    }

    Connection connection() throws SQLException {
        return source.getConnection();
    }

    /** How many rows each statement touches, all in one transaction. */
    List<Integer> run(SqlStatement... statements) throws SQLException {
        List<Integer> touched = new ArrayList<>();
        try (Connection connection = connection()) {
            connection.setAutoCommit(false);
            for (SqlStatement statement : statements) {
                touched.add(run(connection, statement));
            }
            connection.commit();
        }
        return touched;
    }

    static int run(Connection connection, SqlStatement statement) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
            bind(prepared, statement.arguments());
            return prepared.executeUpdate();
        }
    }

    <T> List<T> ask(SqlQuery<T> query) throws SQLException {
        try (Connection connection = connection();
                PreparedStatement prepared = connection.prepareStatement(query.sql())) {
            bind(prepared, query.arguments());
            List<T> all = new ArrayList<>();
            try (ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    all.add(query.reader().read(rows));
                }
            }
            return all;
        }
    }

    private static void bind(PreparedStatement prepared, List<? extends @Nullable Object> arguments)
            throws SQLException {
        for (int i = 0; i < arguments.size(); i++) {
            Object argument = arguments.get(i);
            prepared.setObject(i + 1, argument instanceof Instant at ? at.atOffset(ZoneOffset.UTC) : argument);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
