package dev.rctp.gateway.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs commands as a person at a terminal would, in a folder of their own and with an environment that a test may change. */
final class Shell {

    private static final int LONGEST_SECONDS = 180;

    private final Path folder;
    private final Path output;
    private final Map<String, String> environment = new HashMap<>(System.getenv());

    private Shell(Path folder, Path output) {
        this.folder = folder;
        this.output = output;
        environment.put("JAVA_HOME", System.getProperty("java.home"));
    }

    /** In this folder; what commands print is kept in {@code output}. */
    static Shell in(Path folder, Path output) {
        return new Shell(folder, output);
    }

    Shell with(String name, String value) {
        environment.put(name, value);
        return this;
    }

    Shell without(String name) {
        environment.remove(name);
        return this;
    }

    /** How a command ended. */
    record Ended(int exit, String out, String err) {}

    /** Runs a line to its end. */
    Ended run(String line) throws IOException, InterruptedException {
        return run(List.of("sh", "-c", line));
    }

    /** Runs a program to its end. */
    Ended run(List<String> command) throws IOException, InterruptedException {
        try (Running running = start(command)) {
            return running.end();
        }
    }

    /** Starts a line and goes on; {@code exec} makes signals reach the program itself. */
    Running start(String line) throws IOException {
        return start(List.of("sh", "-c", "exec " + line));
    }

    private Running start(List<String> command) throws IOException {
        Path out = Files.createTempFile(output, "out", ".txt");
        Path err = Files.createTempFile(output, "err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** A command that has not ended yet, as far as is known. */
    record Running(Process process, Path out, Path err) implements AutoCloseable {

        boolean alive() {
            return process.isAlive();
        }

        /** Waits for its end. */
        Ended end() throws IOException, InterruptedException {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError("it did not end in " + LONGEST_SECONDS + " s: " + said());
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        }

        /** SIGTERM, and waits for its end. */
        Ended stop() throws IOException, InterruptedException {
            process.destroy();
            return end();
        }

        String said() throws IOException {
            return Files.readString(out) + Files.readString(err);
        }

        @Override
        public void close() {
            process.destroyForcibly().onExit().join();
        }
    }
}
