package dev.rctp.packaging;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A PostgreSQL that the machine's own programs (Debian's {@code postgresql}) run, durable and with a password. */
final class ExternalPostgresql implements AutoCloseable {

    private static final String PASSWORD = "external-password-of-this-test";

    private final Path programs;
    private final int port;
    private final Program.Running server;

    private ExternalPostgresql(Path programs, int port, Program.Running server) {
        this.programs = programs;
        this.port = port;
        this.server = server;
    }

    static ExternalPostgresql start(Path folder) throws IOException, InterruptedException {
        Path programs = programs();
        Files.createDirectories(folder);
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        String data = folder.resolve("data").toString();
        Program here = Program.in(folder);
        here.run(unprivileged(
                        programs.resolve("initdb").toString(),
                        "-D",
                        data,
                        "-U",
                        "rctp",
                        "--pwfile=" + password,
                        "-A",
                        "scram-sha-256",
                        "-E",
                        "UTF8",
                        "--locale=C"))
                .succeeded();
        int port = freePort();
        Program.Running server = here.start(unprivileged(
                programs.resolve("postgres").toString(),
                "-D",
                data,
                "-p",
                Integer.toString(port),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories="));
        ExternalPostgresql started = new ExternalPostgresql(programs, port, server);
        await("PostgreSQL takes connections").atMost(Duration.ofSeconds(60)).until(started::answers);
        return started;
    }

    /** PostgreSQL does not run as root; a user namespace takes root's privileges from it. */
    private static List<String> unprivileged(String... command) throws IOException {
        List<String> all = new ArrayList<>();
        if (Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)) {
            all.addAll(List.of("unshare", "-U"));
        }
        all.addAll(List.of(command));
        return all;
    }

    private static Path programs() throws IOException {
        Path all = Path.of("/usr/lib/postgresql");
        if (Files.isDirectory(all)) {
            try (Stream<Path> versions = Files.list(all)) {
                return versions.map(version -> version.resolve("bin"))
                        .filter(bin ->
                                Files.isExecutable(bin.resolve("initdb")) && Files.isExecutable(bin.resolve("pg_dump")))
                        .max(Path::compareTo)
                        .orElseThrow(ExternalPostgresql::missing);
            }
        }
        throw missing();
    }

    private static AssertionError missing() {
        return new AssertionError("the tests need Debian's package postgresql (initdb, postgres, pg_dump)");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }

    private boolean answers() throws IOException, InterruptedException {
        if (!server.process().isAlive()) {
            throw new IOException("PostgreSQL has ended: " + server.said());
        }
        List<String> question = List.of(programs.resolve("pg_isready").toString());
        return Program.in(programs).with(environment()).run(question).exit() == 0;
    }

    /** What its client programs go by, and where they are. */
    Map<String, String> environment() {
        return Map.of(
                "PATH",
                programs + ":" + System.getenv("PATH"),
                "PGHOST",
                "127.0.0.1",
                "PGPORT",
                Integer.toString(port),
                "PGUSER",
                "rctp",
                "PGPASSWORD",
                PASSWORD);
    }

    String password() {
        return PASSWORD;
    }

    String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database;
    }

    @Override
    public void close() throws IOException {
        server.process().toHandle().destroy();
        server.close();
    }
}
