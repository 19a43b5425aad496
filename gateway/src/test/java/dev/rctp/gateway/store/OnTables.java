package dev.rctp.gateway.store;

import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.nio.file.Path;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests on the gateway's real tables: one database for the class. */
abstract class OnTables {

    @TempDir
    static Path folder;

    static Database database;
    static Jdbi tables;

    @BeforeAll
    static void open() throws Exception {
        database = Database.open(
                new StoreConfig.Embedded(folder, 4),
                ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        tables = Jdbi.create(database.dataSource());
    }

    @AfterAll
    static void close() {
        database.close();
    }
}
