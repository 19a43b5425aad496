package dev.rctp.gateway.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** What a server must be for a commit to mean that the entry is durable (REC-3). */
final class ServerChecks {

    private static final int OLDEST = 150_000;

    private ServerChecks() {}

    static void check(DataSource database) throws DatabaseUnavailableException {
        try (Connection connection = database.getConnection()) {
            checkVersion(connection);
            for (String setting : new String[] {"fsync", "full_page_writes", "synchronous_commit"}) {
                if (show(connection, setting).equals("off")) {
                    throw new DatabaseUnavailableException(
                            "PostgreSQL runs with " + setting + " off, so a commit would not be durable.", null);
                }
            }
            if (!show(connection, "transaction_read_only").equals("off")) {
                throw new DatabaseUnavailableException("The database is read-only.", null);
            }
        } catch (SQLException e) {
            throw new DatabaseUnavailableException("The database can't be reached: " + reason(e), e);
        }
    }

    private static void checkVersion(Connection connection) throws SQLException, DatabaseUnavailableException {
        if (Integer.parseInt(show(connection, "server_version_num")) < OLDEST) {
            throw new DatabaseUnavailableException(
                    "PostgreSQL " + show(connection, "server_version") + " is too old; 15 or newer is needed.", null);
        }
        if (!show(connection, "server_encoding").equals("UTF8")) {
            throw new DatabaseUnavailableException("The database's encoding is not UTF8.", null);
        }
    }

    private static String show(Connection connection, String setting) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("show " + setting)) {
            row.next();
            return row.getString(1);
        }
    }

    /** The innermost message: the pool's own says only that it waited. */
    static String reason(SQLException e) {
        Throwable cause = e;
        while (cause.getCause() instanceof SQLException inner) {
            cause = inner;
        }
        return String.valueOf(cause.getMessage());
    }
}
