package dev.rctp.gateway.store;

import com.zaxxer.hikari.HikariDataSource;
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
            throw new DatabaseUnavailableException("The database can't be brought to the newest schema.", e);
        }
    }

    private static void migrate(HikariDataSource database) {
        Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(database.getJdbcUrl(), database.getUsername(), database.getPassword())
                .locations("classpath:db/attest", "classpath:db/terms", "classpath:db/gateway")
                .failOnMissingLocations(false)
                .outOfOrder(true) // each module numbers its own
                .validateMigrationNaming(true)
                .cleanDisabled(true)
                .load()
                .migrate();
    }
}
