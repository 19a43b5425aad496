package dev.rctp.gateway.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {

    static final ServerBinaries BINARIES = unpacked();

    @TempDir
    Path folder;

    private static ServerBinaries unpacked() {
        try {
            return ServerBinaries.unpack(ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home")));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("REC-3: a commit on the embedded server is durable before it is answered")
    void commitsAreDurable() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES);
                Connection connection = connect(server, server.password())) {
            assertThat(Stream.of("fsync", "synchronous_commit", "full_page_writes")
                            .map(setting -> show(connection, setting)))
                    .containsOnly("on");
            assertThat(show(connection, "server_version")).startsWith("18.");
        }
    }

    @Test
    @DisplayName("the embedded server wants its password, kept for the owner's eyes only")
    void wantsThePassword() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES)) {
            assertThatThrownBy(() -> connect(server, "wrong"))
                    .isInstanceOfSatisfying(
                            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
            assertThat(server.password()).matches("[0-9a-f]{64}");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("password"))))
                    .isEqualTo("rw-------");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                    .isEqualTo("rwx------");
        }
    }

    @Test
    @DisplayName("the embedded server listens on loopback only, on no other address and no Unix socket")
    void listensOnLoopbackOnly() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES);
                Connection connection = connect(server, server.password())) {
            assertThat(show(connection, "listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(show(connection, "unix_socket_directories")).isEmpty();
            int port = port(server);
            List<InetSocketAddress> others = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> !address.isLoopbackAddress())
                    .map(address -> new InetSocketAddress(address, port))
                    .toList();
            for (InetSocketAddress other : others) {
                assertThatThrownBy(() -> {
                            try (Socket socket = new Socket()) {
                                socket.connect(other, 1000);
                            }
                        })
                        .isInstanceOf(IOException.class);
            }
        }
    }

    @Test
    @DisplayName("a second gateway on the same folder is refused with a sentence, also from within the same process")
    void refusesSecondOpener() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES)) {
            String own = "(process " + ProcessHandle.current().pid() + ")";
            assertThatThrownBy(() -> EmbeddedServer.start(folder, BINARIES))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("in use by another gateway " + own);
            try (ServerProcess second = ServerProcess.start(folder)) {
                assertThat(second.nextLine()).contains("in use by another gateway " + own);
            }
            assertThat(show(connect(server, server.password()), "fsync")).isEqualTo("on");
        }
    }

    @Test
    @DisplayName("after SIGKILL of the gateway the next one ends the orphaned server and finds every committed row")
    void startsAfterKilledGateway() throws Exception {
        try (ServerProcess killed = ServerProcess.start(folder)) {
            insert(killed.nextLine(), 7);
            killed.kill();
            ProcessHandle orphan = ProcessHandle.of(postmaster()).orElseThrow();
            assertThat(orphan.isAlive()).isTrue();

            try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES)) {
                assertThat(rows(server)).containsExactly(7);
                await().until(() -> !orphan.isAlive());
            }
        }
    }

    @Test
    @DisplayName("after SIGKILL of gateway and server the next gateway starts and finds every committed row")
    void startsAfterBothKilled() throws Exception {
        try (ServerProcess killed = ServerProcess.start(folder)) {
            insert(killed.nextLine(), 8);
            killed.kill();
            ProcessHandle.of(postmaster()).orElseThrow().destroyForcibly();

            try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES)) {
                assertThat(rows(server)).containsExactly(8);
            }
        }
    }

    @Test
    @DisplayName("a server that is killed under a living gateway is started again at the same address")
    void restartsKilledServer() throws Exception {
        try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES)) {
            insert(server.url() + " " + server.password(), 9);
            String before = server.url();
            ProcessHandle.of(postmaster()).orElseThrow().destroyForcibly();

            await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(SQLException.class)
                    .untilAsserted(() -> assertThat(rows(server)).containsExactly(9));
            assertThat(server.url()).isEqualTo(before);
        }
    }

    @Test
    @DisplayName("closing in the middle of a restart breaks the restart off, and nothing is left running")
    void closesDuringRestart() throws Exception {
        EmbeddedServer server = EmbeddedServer.start(folder, BINARIES);
        long killed = postmaster();
        // started again, it is a standby that takes no connections, so never ready
        Files.writeString(folder.resolve("data/standby.signal"), "");
        Files.writeString(folder.resolve("data/postgresql.conf"), "hot_standby = off\n", StandardOpenOption.APPEND);
        ProcessHandle.of(killed).orElseThrow().destroyForcibly();
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptions()
                .until(() ->
                        postmaster() != killed && ProcessHandle.of(postmaster()).isPresent());

        assertTimeoutPreemptively(Duration.ofSeconds(60), server::close);
        assertThat(serversIn(folder.resolve("data"))).isEmpty();
        Files.delete(folder.resolve("data/standby.signal"));
        EmbeddedServer.start(folder, BINARIES).close();
    }

    @Test
    @DisplayName("closing on an interrupted thread stops the server before the folder is free, and keeps the interrupt")
    void closesWhenInterrupted() throws Exception {
        EmbeddedServer server = EmbeddedServer.start(folder, BINARIES);
        insert(server.url() + " " + server.password(), 10);
        Thread.currentThread().interrupt();
        server.close();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(serversIn(folder.resolve("data"))).isEmpty();
        try (EmbeddedServer next = EmbeddedServer.start(folder, BINARIES)) {
            assertThat(rows(next)).containsExactly(10);
        }
    }

    @Test
    @DisplayName("a close that is interrupted while it waits kills the server before the folder is free; rows are kept")
    void closeInterrupted() throws Exception {
        EmbeddedServer server = EmbeddedServer.start(folder, BINARIES);
        insert(server.url() + " " + server.password(), 11);
        ProcessHandle postmaster = ProcessHandle.of(postmaster()).orElseThrow();
        signal("-STOP", postmaster); // so that no orderly stop comes to an end
        Thread closing = new Thread(server::close);
        closing.start();
        await().until(() ->
                closing.getState() == Thread.State.WAITING || closing.getState() == Thread.State.TIMED_WAITING);
        closing.interrupt();
        closing.join();

        assertThat(postmaster.isAlive()).isFalse();
        try (EmbeddedServer next = EmbeddedServer.start(folder, BINARIES)) {
            assertThat(rows(next)).containsExactly(11);
        }
    }

    @Test
    @DisplayName("the pid file of a left-over process that not even SIGKILL ends stays, and the start is refused")
    void immortalLeftover() {
        AtomicInteger killed = new AtomicInteger();
        ProcessHandle immortal = (ProcessHandle) Proxy.newProxyInstance(
                ProcessHandle.class.getClassLoader(),
                new Class<?>[] {ProcessHandle.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "onExit" -> new CompletableFuture<ProcessHandle>();
                    case "destroyForcibly" -> killed.incrementAndGet() > 0;
                    case "pid" -> 4711L;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        assertThatThrownBy(() -> Leftovers.await(immortal, Duration.ofMillis(10)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("4711");
        assertThat(killed).hasValue(1);
    }

    private static void signal(String signal, ProcessHandle process) throws Exception {
        assertThat(new ProcessBuilder("kill", signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    private static List<Long> serversIn(Path data) throws IOException {
        Path real = data.toRealPath();
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(pid -> real.equals(workingFolder(pid)))
                .toList();
    }

    private static @Nullable Path workingFolder(long pid) {
        try {
            return Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "cwd"));
        } catch (IOException e) {
            return null;
        }
    }

    @Test
    @DisplayName("a stale pid file with the number of a living stranger does not keep the server down")
    void survivesReusedProcessNumber() throws Exception {
        EmbeddedServer.start(folder, BINARIES).close();
        Path pidFile = folder.resolve("data/postmaster.pid");
        assertThat(pidFile).as("removed by an orderly stop").doesNotExist();
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(pidFile, stranger.pid() + "\n" + folder.resolve("data") + "\n");
            EmbeddedServer.start(folder, BINARIES).close();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    @DisplayName("what a killed first start left half-made is made anew")
    void remakesHalfMadeData() throws Exception {
        Files.createDirectories(folder.resolve("data.unfinished/base"));
        Files.writeString(folder.resolve("data.unfinished/PG_VERSION"), "18\n");
        try (EmbeddedServer server = EmbeddedServer.start(folder, BINARIES);
                Connection connection = connect(server, server.password())) {
            assertThat(show(connection, "fsync")).isEqualTo("on");
        }
    }

    @Test
    @DisplayName("no secret of the gateway's environment reaches the server's processes")
    void hidesTheEnvironment() throws Exception {
        try (ServerProcess gateway = ServerProcess.start(folder, Map.of("RCTP_TEST_SECRET", "hush"))) {
            gateway.nextLine();
            assertThat(Files.readString(Path.of("/proc", Long.toString(postmaster()), "environ")))
                    .contains("LC_ALL=C")
                    .doesNotContain("hush");
        }
    }

    private long postmaster() throws IOException {
        return Long.parseLong(
                Files.readAllLines(folder.resolve("data/postmaster.pid")).getFirst());
    }

    private static int port(EmbeddedServer server) {
        return URI.create(server.url().substring("jdbc:".length())).getPort();
    }

    private static void insert(String urlAndPassword, int value) throws SQLException {
        String[] parts = urlAndPassword.split(" ", 2);
        try (Connection connection = DriverManager.getConnection(parts[0], Cluster.USER, parts[1]);
                Statement statement = connection.createStatement()) {
            statement.execute("create table kept (value integer)");
            statement.execute("insert into kept values (" + value + ")");
        }
    }

    private static List<Integer> rows(EmbeddedServer server) throws SQLException {
        try (Connection connection = connect(server, server.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select value from kept")) {
            return row.next() ? List.of(row.getInt(1)) : List.of();
        }
    }

    private static Connection connect(EmbeddedServer server, String password) throws SQLException {
        return DriverManager.getConnection(server.url(), server.user(), password);
    }

    private static String show(Connection connection, String setting) {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("show " + setting)) {
            row.next();
            return row.getString(1);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
