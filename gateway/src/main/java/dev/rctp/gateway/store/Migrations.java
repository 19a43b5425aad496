package dev.rctp.gateway.store;

import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Brings the database to the newest schema: attest V1xx, terms V2xx, gateway V3xx. */
final class Migrations {

    private Migrations() {}

    /** Migrates over a connection of its own: a change of a large table may take longer than a call may. */
    static void run(HikariDataSource database) throws DatabaseUnavailableException {
        try {
            migrate(database);
        } catch (FlywayException e) {
            throw new DatabaseUnavailableException(
                    "The database can't be brought to the newest schema" + told(e) + ".", e);
        }
    }

    /** PostgreSQL's own words without its details, which quote rows; nothing where it was not PostgreSQL that refused. */
    private static String told(Throwable e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                return ": " + ServerChecks.reason(sql).lines().findFirst().orElse("");
            }
        }
        return "";
    }

    private static void migrate(HikariDataSource database) {
        Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword())
                .locations("classpath:db/attest", "classpath:db/terms", "classpath:db/approval", "classpath:db/gateway")
                .failOnMissingLocations(false)
                .outOfOrder(true) // each module numbers its own
                .validateMigrationNaming(true)
                .cleanDisabled(true)
                .load()
                .migrate();
    }
}
