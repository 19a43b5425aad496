package dev.rctp.bench;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A Java process on core 0, with the same JVM flags whatever it is. */
final class PinnedProcess implements AutoCloseable {

    /** The flags of every measured process. */
    static final List<String> FLAGS = List.of(
            "--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow", "-Xms512m", "-Xmx512m");

    private static final long START_SECONDS = 60;

    private final Process process;
    private final Path log;

    private PinnedProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param more further JVM flags
     * @param log takes its standard output and error
     */
    static PinnedProcess start(
            String mainClass, List<String> more, List<String> arguments, Map<String, String> environment, Path log)
            throws IOException {
        List<String> command = new ArrayList<>(List.of("taskset", "-c", "0"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.addAll(more);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().remove("RCTP_LOG_LEVEL"); // it logs as it would anywhere
        builder.environment().putAll(environment);
        return new PinnedProcess(builder.start(), log);
    }

    /** Its process id; taskset has become it. */
    ProcessCpu cpu() {
        return new ProcessCpu(process.pid());
    }

    /** Waits until it listens on the loopback port. */
    PinnedProcess listening(int port) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        while (!accepts(port)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                close();
                throw new IOException("it does not start:\n" + lastLines());
            }
            Thread.sleep(200);
        }
        return this;
    }

    /** Waits until it has ended in order. */
    void ended(long seconds) throws IOException, InterruptedException {
        if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
            close();
            throw new IOException("it failed:\n" + lastLines());
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
