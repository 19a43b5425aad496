package dev.rctp.gateway.faults;

import dev.rctp.gateway.store.embedded.EmbeddedServer;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.postgresql.PGConnection;
import tools.jackson.databind.node.ObjectNode;

/** A database server that writes each statement, with its parameters, to its log; and its tables as {@code pg_dump} writes them. */
final class StatementLog implements AutoCloseable {

    private static final Pattern STATEMENT = Pattern.compile(
            "LOG: {2}(?:execute [^:]+|statement): (.*?)(?=\\n\\d{4}-\\d\\d-\\d\\d |\\z)", Pattern.DOTALL);
    /** What a gateway asks by itself, whether it is called or not. */
    private static final List<String> OWN = List.of(
            "UPDATE intent SET attempts",
            "clock_timestamp() AS now",
            "UPDATE approval SET attempts = attempts + 1",
            "FROM approval WHERE state = 'pending'",
            "FROM deal WHERE state = 'open' AND moving IS NULL AND lapses_at",
            "WITH RECURSIVE",
            "running_gateway",
            "published_key",
            "chosen_key",
            "FROM webhook",
            "UPDATE webhook");

    private final EmbeddedServer server;
    private final Path log;
    private final Connection connection;

    private StatementLog(EmbeddedServer server, Path log, Connection connection) {
        this.server = server;
        this.log = log;
        this.connection = connection;
    }

    static StatementLog of(EmbeddedServer server, Path database) throws SQLException {
        Connection connection = DriverManager.getConnection(server.url(), server.user(), server.password());
        try (Statement statement = connection.createStatement()) {
            statement.execute("ALTER SYSTEM SET log_statement = 'all'");
            statement.execute("SELECT pg_reload_conf()");
        }
        return new StatementLog(server, database.resolve("postgres.log"), connection);
    }

    /** Lets a gateway use this server. */
    void external(ObjectNode config) {
        config.putObject("store")
                .put("url", server.url())
                .put("user", server.user())
                .put("password", server.password());
    }

    String text() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    /** Where the log ends now. */
    long mark() throws IOException {
        return Files.size(log);
    }

    /** The statements of calls since then, in their order. */
    List<String> since(long mark) throws IOException {
        byte[] all = Files.readAllBytes(log);
        String text = new String(all, (int) mark, (int) (all.length - mark), StandardCharsets.UTF_8);
        List<String> statements = new ArrayList<>();
        Matcher found = STATEMENT.matcher(text);
        while (found.find()) {
            String statement = found.group(1).strip();
            // an empty one asks whether a connection is still there
            if (!statement.isEmpty() && OWN.stream().noneMatch(statement::contains)) {
                statements.add(statement);
            }
        }
        return statements;
    }

    /** Each table's rows, after a checkpoint. */
    Map<String, String> tables() throws SQLException, IOException {
        Map<String, String> tables = new TreeMap<>();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CHECKPOINT");
            List<String> names = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery("""
                    SELECT format('%I.%I', schemaname, tablename) FROM pg_tables
                    WHERE schemaname NOT IN ('pg_catalog', 'information_schema')""")) {
                while (rows.next()) {
                    names.add(rows.getString(1));
                }
            }
            for (String name : names) {
                StringWriter rows = new StringWriter();
                connection.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY " + name + " TO STDOUT", rows);
                tables.put(name, rows.toString());
            }
        }
        return tables;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
