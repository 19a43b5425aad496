package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits until a started server takes connections; recovery after a crash may take its time. */
final class Readiness {

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration PAUSE = Duration.ofMillis(50);
    private static final String WRONG_PASSWORD = "28P01";

    private Readiness() {}

    static void await(Process server, String url, Cluster cluster) throws IOException, InterruptedException {
        Path log = cluster.data().resolveSibling("postgres.log");
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!takesConnections(url, cluster)) {
            if (server.waitFor(PAUSE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new ServerEndedException("PostgreSQL ended while starting; " + log + " says why.");
            }
            if (System.nanoTime() > deadline) {
                throw new IOException("PostgreSQL did not become ready in time; " + log + " says why.");
            }
        }
    }

    private static boolean takesConnections(String url, Cluster cluster) throws IOException {
        try (Connection connection = DriverManager.getConnection(
                url + "?connectTimeout=5&socketTimeout=5", Cluster.USER, cluster.password())) {
            return connection.isValid(5);
        } catch (SQLException e) {
            if (WRONG_PASSWORD.equals(e.getSQLState())) {
                throw new IOException("The file password beside " + cluster.data() + " is not that of its data.", e);
            }
            return false;
        }
    }
}
