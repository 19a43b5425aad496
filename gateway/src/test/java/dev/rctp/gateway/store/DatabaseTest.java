package dev.rctp.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {

    private static final Path CACHE = ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home"));

    @TempDir
    Path folder;

    @Test
    @DisplayName("the embedded database opens with the newest schema, and opens again with what was committed")
    void opensEmbedded() throws Exception {
        StoreConfig config = new StoreConfig.Embedded(folder, 2);
        try (Database database = Database.open(config, CACHE)) {
            assertThat(value(database, "show server_version")).startsWith("18.");
            assertThat(value(database, "show synchronous_commit")).isEqualTo("on");
            execute(database, "INSERT INTO chain_head VALUES ('listing', 'a', 1, 'h', 1)");
        }
        try (Database database = Database.open(config, CACHE)) {
            assertThat(value(database, "SELECT subject_id FROM chain_head")).isEqualTo("a");
            assertThat(value(database, "SELECT count(*) FROM listing")).isEqualTo("0");
        }
    }

    @Test
    @DisplayName("section 1: the clocks' difference is measured, either way")
    void measuresClockSkew() throws Exception {
        try (Database database = Database.open(new StoreConfig.Embedded(folder, 2), CACHE)) {
            assertThat(database.clockSkew(Instant::now).abs()).isLessThan(Database.MAX_CLOCK_SKEW);
            assertThat(database.clockSkew(() -> Instant.now().plusSeconds(60)))
                    .isBetween(Duration.ofSeconds(-62), Duration.ofSeconds(-58));
            assertThat(database.clockSkew(() -> Instant.now().minusSeconds(60)))
                    .isBetween(Duration.ofSeconds(58), Duration.ofSeconds(62));
        }
    }

    @Test
    @DisplayName("a PostgreSQL elsewhere that takes no connection is told in one sentence")
    void tellsUnreachable() {
        StoreConfig config = new StoreConfig.External("jdbc:postgresql://127.0.0.1:1/x", "u", new Secret("hush"), 2);
        assertThatThrownBy(() -> Database.open(config, CACHE))
                .isInstanceOf(DatabaseUnavailableException.class)
                .hasMessageStartingWith("The database can't be reached: ")
                .hasMessageNotContaining("hush");
    }

    @Test
    @DisplayName("a schema that the role may not change is told with PostgreSQL's own reason")
    void tellsWhoseSchema() throws Exception {
        try (Database database = Database.open(new StoreConfig.Embedded(folder, 2), CACHE);
                Connection connection = database.dataSource().getConnection()) {
            execute(database, "CREATE ROLE stranger LOGIN PASSWORD 'hush'");
            String url = connection.getMetaData().getURL();
            StoreConfig config = new StoreConfig.External(url, "stranger", new Secret("hush"), 2);
            assertThatThrownBy(() -> Database.open(config, CACHE))
                    .isInstanceOf(DatabaseUnavailableException.class)
                    .hasMessageStartingWith(
                            "The database can't be brought to the newest schema: ERROR: permission denied")
                    .hasMessageNotContaining("hush");
        }
    }

    @Test
    @DisplayName("DEC-5: a database that falls silent fails a call, and its errors quote no rows")
    void boundsWaitingAndQuotesNothing() throws Exception {
        try (Database database = Database.open(new StoreConfig.Embedded(folder, 2), CACHE)) {
            try (Connection connection = database.dataSource().getConnection()) {
                assertThat(connection.getNetworkTimeout()).isBetween(1_000, 10_000);
            }
            assertThat(value(database, "show lock_timeout")).isEqualTo("2s");
            String row = "INSERT INTO chain_head VALUES ('listing', 'quoted', 1, 'h', 1)";
            execute(database, row);
            assertThatThrownBy(() -> execute(database, row))
                    .hasMessageContaining("chain_head_pkey")
                    .hasMessageNotContaining("quoted");
        }
    }

    @Test
    @DisplayName("a connection pool that can't be made leaves no embedded server behind, and its folder free")
    void poolFails() throws Exception {
        assertThatThrownBy(() -> Database.open(new StoreConfig.Embedded(folder, 0), CACHE))
                .isInstanceOf(DatabaseUnavailableException.class);
        assertThat(folder.resolve("data/postmaster.pid")).doesNotExist();
        try (Database database = Database.open(new StoreConfig.Embedded(folder, 2), CACHE)) {
            assertThat(value(database, "show fsync")).isEqualTo("on");
        }
    }

    @Test
    @DisplayName("a URL that no driver takes is told in one sentence that does not quote it")
    void tellsBadUrl() {
        StoreConfig config = new StoreConfig.External("jdbc:postgresql://[hush", "u", new Secret("hush"), 2);
        assertThatThrownBy(() -> Database.open(config, CACHE))
                .isInstanceOf(DatabaseUnavailableException.class)
                .hasMessageNotContaining("hush");
    }

    static String value(Database database, String query) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
