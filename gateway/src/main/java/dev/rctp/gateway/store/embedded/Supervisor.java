package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps one server process running, always on the same port, until it is told to stop. */
final class Supervisor {

    private static final Logger LOG = LoggerFactory.getLogger(Supervisor.class);
    private static final int PORT_ATTEMPTS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final ServerCommand command;
    private final int port;
    private final Thread keeper = Thread.ofVirtual().name("embedded-postgres").unstarted(this::keepRunning);
    private volatile Process server;

    /** Starts the process; it does not take connections yet. */
    private Supervisor(Cluster cluster, ServerCommand command, int port) throws IOException, InterruptedException {
        this.cluster = cluster;
        this.command = command;
        this.port = port;
        this.server = launch(cluster, command, port);
    }

    /** Starts the server on a free port. */
    static Supervisor start(Cluster cluster, ServerCommand command) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Supervisor supervisor = new Supervisor(cluster, command, freePort());
            try {
                supervisor.awaitReady();
                supervisor.keeper.start();
                return supervisor;
            } catch (InterruptedException e) {
                supervisor.kill();
                throw e;
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
        return command.server(arguments(cluster.data(), port));
    }

    /** A server that does not get ready is killed; whoever interrupts this thread stops it in order. */
    private void awaitReady() throws IOException, InterruptedException {
        try {
            Readiness.await(server, url(), cluster);
        } catch (IOException e) {
            server.destroyForcibly().onExit().join();
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

    /** Runs until it is interrupted; it alone replaces the process. */
    private void keepRunning() {
        Duration pause = FIRST_PAUSE;
        try {
            while (true) {
                int exit = server.waitFor();
                LOG.error("The embedded PostgreSQL ended by itself with status {}; it is started again.", exit);
                try {
                    server = launch(cluster, command, port);
                    awaitReady();
                    pause = FIRST_PAUSE;
                } catch (IOException e) {
                    LOG.error("The embedded PostgreSQL can't be started again yet.", e);
                }
                Thread.sleep(pause);
                pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Breaks off a restart that is going on, ends sessions and stops the server in order; by force where that takes too long. */
    void stop() throws IOException, InterruptedException {
        keeper.interrupt();
        keeper.join();
        if (server.isAlive() && !stoppedInOrder()) {
            kill();
            throw new IOException("PostgreSQL did not stop in order within 60 s.");
        }
    }

    private boolean stoppedInOrder() throws IOException, InterruptedException {
        String data = cluster.data().toString();
        return command.program("pg_ctl", "stop", "-D", data, "-m", "fast", "-w", "-t", "60") == 0
                && server.waitFor(5, TimeUnit.SECONDS);
    }

    /** Ends the server at once, whatever interrupts this thread; what was committed is kept, and the next start recovers. */
    void kill() {
        keeper.interrupt();
        boolean interrupted = false;
        while (keeper.isAlive()) {
            try {
                keeper.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        server.destroyForcibly().onExit().join();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
