package dev.rctp.gateway.store;

import com.zaxxer.hikari.HikariDataSource;
import dev.rctp.gateway.config.StoreConfig;
import dev.rctp.gateway.store.embedded.EmbeddedServer;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The open database of one gateway: a bounded pool on a durable PostgreSQL (15 or newer) with the newest schema. */
public final class Database implements AutoCloseable {

    /** How far the gateway's clock may be from the database's before it is not ready (protocol section 1). */
    public static final Duration MAX_CLOCK_SKEW = Duration.ofSeconds(2);

    private final HikariDataSource pool;
    private final @Nullable EmbeddedServer server;

    private Database(HikariDataSource pool, @Nullable EmbeddedServer server) {
        this.pool = pool;
        this.server = server;
    }

    /**
     * Opens it: starts the server where it is embedded, checks version and durability, migrates.
     *
     * @param binaryCache where the embedded server's binaries are unpacked once
     * @throws DatabaseUnavailableException with one sentence that says what is wrong
     */
    public static Database open(StoreConfig config, Path binaryCache)
            throws DatabaseUnavailableException, InterruptedException {
        return switch (config) {
            case StoreConfig.External e ->
                new Database(
                        checked(() ->
                                Pools.create(e.url(), e.user(), e.password().reveal(), e.maxConnections())),
                        null);
            case StoreConfig.Embedded e -> open(start(e.folder(), binaryCache), e.maxConnections());
        };
    }

    private static EmbeddedServer start(Path folder, Path binaryCache)
            throws DatabaseUnavailableException, InterruptedException {
        try {
            return EmbeddedServer.start(folder, ServerBinaries.unpack(binaryCache));
        } catch (IOException e) {
            throw new DatabaseUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Database open(EmbeddedServer server, int connections) throws DatabaseUnavailableException {
        try {
            HikariDataSource pool =
                    checked(() -> Pools.create(server.url(), server.user(), server.password(), connections));
            return new Database(pool, server);
        } catch (DatabaseUnavailableException | RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }

    private static HikariDataSource checked(Supplier<HikariDataSource> pools) throws DatabaseUnavailableException {
        HikariDataSource pool = created(pools);
        try {
            ServerChecks.check(pool);
            Migrations.run(pool);
            Pools.inService(pool);
            return pool;
        } catch (DatabaseUnavailableException | RuntimeException | Error e) {
            pool.close();
            throw e;
        }
    }

    private static HikariDataSource created(Supplier<HikariDataSource> pools) throws DatabaseUnavailableException {
        try {
            return pools.get();
        } catch (RuntimeException e) { // its text may quote the URL
            throw new DatabaseUnavailableException("The database's connection pool can't be made; see store.url.", e);
        }
    }

    /** Connections from the pool; in auto-commit mode, waiting at most a few seconds for a free one. */
    public DataSource dataSource() {
        return pool;
    }

    /** Connections that somebody works with. */
    public int inUse() {
        return pool.getHikariPoolMXBean().getActiveConnections();
    }

    /** Open connections that nobody works with. */
    public int idle() {
        return pool.getHikariPoolMXBean().getIdleConnections();
    }

    /** Threads that wait for a connection. */
    public int waiting() {
        return pool.getHikariPoolMXBean().getThreadsAwaitingConnection();
    }

    /** How far the database's clock is ahead of this one (negative: behind), to within half a round trip. */
    public Duration clockSkew(InstantSource clock) throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            Instant before = clock.instant();
            try (ResultSet row = statement.executeQuery("select clock_timestamp()")) {
                row.next();
                Instant theirs = row.getObject(1, OffsetDateTime.class).toInstant();
                Instant after = clock.instant();
                return Duration.between(
                        before.plus(Duration.between(before, after).dividedBy(2)), theirs);
            }
        }
    }

    /** Closes the pool and then stops the embedded server, if there is one; call it after everything that uses it. */
    @Override
    public void close() {
        pool.close();
        if (server != null) {
            server.close();
        }
    }
}
