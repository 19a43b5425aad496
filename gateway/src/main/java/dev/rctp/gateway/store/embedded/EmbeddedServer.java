package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running PostgreSQL with its data in one folder: durable, reachable on loopback with a password only, started again when
 * it dies, stopped by {@link #close}.
 */
public final class EmbeddedServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServer.class);
    private static final long LOG_BYTES = 8L << 20;

    private final FolderLock lock;
    private final Cluster cluster;
    private final Supervisor supervisor;

    private EmbeddedServer(FolderLock lock, Cluster cluster, Supervisor supervisor) {
        this.lock = lock;
        this.cluster = cluster;
        this.supervisor = supervisor;
    }

    /**
     * Starts a server on the folder, which is made where it is missing; returns when it takes connections.
     *
     * @throws IOException when it can't run, with one sentence that says why; also when another gateway uses the folder
     */
    public static EmbeddedServer start(Path folder, ServerBinaries binaries) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.toAbsolutePath().normalize());
        FolderLock lock = FolderLock.take(home);
        try {
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
            ServerCommand command = ServerCommand.of(binaries, rotated(home.resolve("postgres.log")));
            Cluster cluster = Cluster.in(home, command, new SecureRandom());
            return new EmbeddedServer(lock, cluster, Supervisor.start(cluster, command));
        } catch (IOException | InterruptedException | RuntimeException e) {
            lock.close();
            throw e;
        }
    }

    private static Path rotated(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > LOG_BYTES) {
            Files.move(log, log.resolveSibling("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        return log;
    }

    /** The JDBC URL, without user and password. */
    public String url() {
        return supervisor.url();
    }

    /** The one user. */
    public String user() {
        return Cluster.USER;
    }

    /** The user's password; a secret. */
    public String password() {
        return cluster.password();
    }

    /** Ends open sessions, stops the server in order, at once when interrupted meanwhile, and only then frees the folder. */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted(); // from before: no reason to be rough
        try (lock) {
            interrupted |= stop();
        } catch (IOException e) {
            LOG.warn("The embedded PostgreSQL did not stop in order; its next start recovers.", e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean stop() throws IOException {
        try {
            supervisor.stop();
            return false;
        } catch (InterruptedException e) {
            supervisor.kill();
            return true;
        }
    }
}
