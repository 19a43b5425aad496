package dev.rctp.attest;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** One PostgreSQL for all tests of this module, and in it a fresh, migrated database for each test class. */
final class TestDatabase implements AutoCloseable {

    private final String url;
    private final HikariDataSource pool;

    private TestDatabase(String url) {
        this.url = url;
        this.pool = pool(url);
    }

    /** A database with the chains' tables and one more, {@code thing}, for units to change. */
    static TestDatabase fresh() throws SQLException {
        EmbeddedPostgres server = Server.running();
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = server.getPostgresDatabase().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
        TestDatabase database = new TestDatabase(server.getJdbcUrl("postgres", name));
        migrate(database.pool);
        database.run("CREATE TABLE thing (id text PRIMARY KEY, state text NOT NULL, seq bigint)");
        return database;
    }

    static void migrate(HikariDataSource pool) {
        Flyway.configure()
                .dataSource(pool)
                .locations("classpath:db/attest")
                .load()
                .migrate();
    }

    static HikariDataSource pool(String url) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(8);
        config.setConnectionTimeout(5000);
        return new HikariDataSource(config);
    }

    String url() {
        return url;
    }

    HikariDataSource pool() {
        return pool;
    }

    void run(String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row as text; null when there is none. */
    @Nullable
    String ask(String sql) throws SQLException {
        return ask(pool, sql);
    }

    static @Nullable String ask(HikariDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection();
                var statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            return row.next() ? row.getString(1) : null;
        }
    }

    @Override
    public void close() {
        pool.close();
    }

    /** Started by the first test that needs it, stopped with the process. */
    private static final class Server {

        private static final EmbeddedPostgres RUNNING = start();

        static EmbeddedPostgres running() {
            return RUNNING;
        }

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException("the embedded PostgreSQL did not start", e);
            }
        }
    }
}
