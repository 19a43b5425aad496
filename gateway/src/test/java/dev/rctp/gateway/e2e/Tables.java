package dev.rctp.gateway.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;

/** The sandbox's database, looked at, and changed where no call can, from outside. */
final class Tables {

    private final Path database;

    private Tables(Path database) {
        this.database = database;
    }

    static Tables of(Path state) {
        return new Tables(state.resolve("database"));
    }

    /** All perimeter entries as text. */
    String perimeter() throws Exception {
        StringBuilder text = new StringBuilder();
        try (Connection connection = connect();
                ResultSet rows = connection
                        .createStatement()
                        .executeQuery("SELECT jcs FROM entry WHERE subject_type = 'perimeter'")) {
            while (rows.next()) {
                text.append(new String(rows.getBytes(1), StandardCharsets.UTF_8));
            }
        }
        return text.toString();
    }

    /** The one text that this question with its arguments gives; empty for null. */
    String text(String sql, String... arguments) throws Exception {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                String text = rows.getString(1);
                return text == null ? "" : text;
            }
        }
    }

    /** The tables of which a row holds this text, as it is or as bytes. */
    List<String> holding(String text) throws Exception {
        String hex = HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
        List<String> holding = new ArrayList<>();
        try (Connection connection = connect();
                ResultSet tables = connection
                        .createStatement()
                        .executeQuery("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")) {
            while (tables.next()) {
                String table = tables.getString(1);
                String found = text(
                        "SELECT count(*)::text FROM \"" + table
                                + "\" t WHERE strpos(t::text, ?) > 0 OR strpos(t::text, ?) > 0",
                        text,
                        hex);
                if (!found.equals("0")) {
                    holding.add(table);
                }
            }
        }
        return holding;
    }

    /** Changes what stands in them. */
    void execute(String sql, String... arguments) throws Exception {
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setString(i + 1, arguments[i]);
            }
            statement.executeUpdate();
        }
    }

    /** Keeps the rows that this gives from everyone who would change them, until it is closed; then {@code last} becomes so. */
    Held hold(String sql, String argument, String last) throws Exception {
        Connection connection = connect();
        connection.setAutoCommit(false);
        try (PreparedStatement statement = connection.prepareStatement(sql + " FOR UPDATE")) {
            statement.setString(1, argument);
            statement.executeQuery().close();
        }
        return new Held(connection, last, argument);
    }

    /** Rows that are held. */
    record Held(Connection connection, String last, String argument) {

        /** How many wait for them, or for one who does. */
        int waiting() throws Exception {
            try (ResultSet rows = connection
                    .createStatement()
                    .executeQuery("WITH RECURSIVE line AS (SELECT pg_backend_pid() AS pid UNION SELECT a.pid"
                            + " FROM pg_stat_activity a JOIN line l ON l.pid = ANY (pg_blocking_pids(a.pid)))"
                            + " SELECT count(*) - 1 FROM line")) {
                rows.next();
                return rows.getInt(1);
            }
        }

        void letGo() throws Exception {
            try (connection;
                    PreparedStatement statement = connection.prepareStatement(last)) {
                statement.setString(1, argument);
                statement.execute();
                connection.commit();
            }
        }
    }

    /** As if the listing's present seller had approved the first of its terms again. */
    void approveAgain(String listing) throws Exception {
        execute(
                "UPDATE listing SET terms_commitment = (SELECT terms_commitment FROM listing_terms t"
                        + " WHERE t.listing_id = listing.listing_id ORDER BY approved_at LIMIT 1) WHERE listing_id = ?",
                listing);
    }

    /** The port is the fourth line of the server's pid file. */
    static String url(Path database) throws IOException {
        String port = Files.readAllLines(database.resolve("data/postmaster.pid"))
                .get(3)
                .strip();
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    static String password(Path database) throws IOException {
        return Files.readString(database.resolve("password")).strip();
    }

    private Connection connect() throws Exception {
        Properties login = new Properties();
        login.setProperty("user", "rctp");
        login.setProperty("password", password(database));
        return DriverManager.getConnection(url(database), login);
    }
}
