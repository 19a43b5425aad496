package dev.rctp.gateway.faults;

import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One command of the program, running in an operating-system process of its own. */
final class GatewayProcess implements AutoCloseable {

    /** The variable from which Java takes options; by default it is told to look for buffers left behind. */
    static final String OPTIONS = "JAVA_TOOL_OPTIONS";

    private static final Duration START = Duration.ofMinutes(3);

    private final Process process;
    private final Path output;
    private final URI management;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private GatewayProcess(Process process, Path output, URI management) {
        this.process = process;
        this.output = output;
        this.management = management;
    }

    /** Starts it and waits until its management port says that it is ready; all that it prints is appended to the file. */
    static GatewayProcess start(Path output, URI management, Map<String, String> environment, String... arguments)
            throws IOException {
        return begin(output, management, environment, arguments).awaitReady();
    }

    /** Starts it and waits for nothing. */
    static GatewayProcess begin(Path output, URI management, Map<String, String> environment, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                "env", // so that a test run which itself ignores SIGHUP, as under nohup, tells what one that does not
                // would
                "--default-signal=HUP",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().put(OPTIONS, "-Dio.netty.leakDetection.level=paranoid");
        builder.environment().putAll(environment);
        return new GatewayProcess(builder.start(), output, management);
    }

    /** Waits until its management port says that it is ready. */
    GatewayProcess awaitReady() {
        await("the gateway is ready").atMost(START).until(this::ready);
        return this;
    }

    private boolean ready() throws IOException {
        if (!process.isAlive()) {
            throw new IOException("the process has ended: " + output());
        }
        return readiness() == 200;
    }

    /** The status of {@code /readyz}; 0 where nobody answers. */
    int readiness() {
        HttpRequest request = HttpRequest.newBuilder(management.resolve("/readyz"))
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL, and waits for its end. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGHUP. */
    void hangUp() throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-HUP", Long.toString(process.pid())).start().waitFor();
    }

    /** Whether it still runs. */
    boolean runs() {
        return process.isAlive();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** Its exit code, waited for so long. */
    int exit(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new AssertionError("the process has not ended after " + patience);
        }
        return process.exitValue();
    }

    /** All it has printed so far, with what processes before it printed to the same file. */
    String output() throws IOException {
        return Files.readString(output);
    }

    /** Ends it, by force where it does not end in order; an error where it has found a buffer left behind. */
    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, 60, TimeUnit.SECONDS).join();
        process.destroyForcibly().onExit().join();
        try {
            if (output().contains("LEAK: ")) {
                throw new AssertionError("a buffer was left behind: " + output);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
