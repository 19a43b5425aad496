package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one server process running, always on the same port, until it is told to stop. */
final class Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final int PORT_ATTEMPTS = 5;
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final ServerCommand command;
    private final int port;
    private final ReentrantLock lock = new ReentrantLock();
    private Process server;
    private boolean stopping;

    private Supervisor(Cluster cluster, ServerCommand command, int port, Process server) {
        this.cluster = cluster;
        this.command = command;
        this.port = port;
        this.server = server;
    }

    /** Starts the server on a free port. */
    static Supervisor start(Cluster cluster, ServerCommand command) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            try {
                Supervisor supervisor = new Supervisor(cluster, command, port, launch(cluster, command, port));
                Thread.ofVirtual().name("embedded-postgres").start(supervisor::keepRunning);
                return supervisor;
            } catch (ServerEndedException e) { // perhaps the port was taken in between
                if (attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private static Process launch(Cluster cluster, ServerCommand command, int port)
            throws IOException, InterruptedException {
        Leftovers.end(cluster.data(), command);
        Process server = command.server(arguments(cluster.data(), port));
        try {
            Readiness.await(server, url(port), cluster);
            return server;
        } catch (IOException | InterruptedException e) {
            server.destroy();
            throw e;
        }
    }

    private static List<String> arguments(Path data, int port) {
        return List.of(
                "-D", data.toString(),
                "-p", Integer.toString(port),
                "-c", "listen_addresses=127.0.0.1",
                "-c", "unix_socket_directories=",
                "-c", "fsync=on",
                "-c", "full_page_writes=on",
                "-c", "synchronous_commit=on",
                "-c", "timezone=UTC",
                "-c", "log_timezone=UTC",
                "-c", "log_min_error_statement=panic", // no statement and no row in the log
                "-c", "log_error_verbosity=terse");
    }

    private static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    }

    String url() {
        return url(port);
    }

    private void keepRunning() {
        Duration pause = Duration.ofMillis(100);
        try {
            while (true) {
                int exit = current().waitFor();
                lock.lockInterruptibly();
                try {
                    if (stopping) {
                        return;
                    }
                    LOG.error("The embedded PostgreSQL ended by itself with status {}; it is started again.", exit);
                    server = launch(cluster, command, port);
                    pause = Duration.ofMillis(100);
                } catch (IOException e) {
                    LOG.error("The embedded PostgreSQL can't be started again yet.", e);
                } finally {
                    lock.unlock();
                }
                Thread.sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Process current() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            return server;
        } finally {
            lock.unlock();
        }
    }

    /** Ends sessions and stops the server in order; at once where that takes too long. */
    void stop() throws IOException, InterruptedException {
        lock.lockInterruptibly();
        try {
            stopping = true;
            if (server.isAlive()
                    && command.program(
                                    "pg_ctl", "stop", "-D", cluster.data().toString(), "-m", "fast", "-w", "-t", "60")
                            != 0) {
                server.destroyForcibly();
                throw new IOException("PostgreSQL did not stop within 60 s.");
            }
            server.waitFor(5, TimeUnit.SECONDS);
        } finally {
            lock.unlock();
        }
    }
}
