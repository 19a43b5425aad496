package dev.rctp.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Runs programs in a folder, with what a login would give them and nothing of this build's. */
final class Program {

    private static final int LONGEST_SECONDS = 180;

    private final Path folder;
    private final Map<String, String> environment = new TreeMap<>();

    private Program(Path folder) {
        this.folder = folder;
        for (String name : List.of("PATH", "HOME")) {
            environment.put(name, String.valueOf(System.getenv(name)));
        }
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("JAVA_HOME", System.getProperty("java.home"));
    }

    static Program in(Path folder) {
        return new Program(folder);
    }

    Program with(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    /** How it ended. */
    record Ended(int exit, String out, String err) {

        Ended succeeded() {
            assertThat(exit).as(out + err).isZero();
            return this;
        }
    }

    /** Runs it to its end. */
    Ended run(List<String> command) throws IOException, InterruptedException {
        try (Running running = start(command)) {
            return running.end();
        }
    }

    /** Runs the lines of a shell block, which ends at the first that fails. */
    Ended shell(String block) throws IOException, InterruptedException {
        return run(List.of("sh", "-euc", block));
    }

    /** Starts it and goes on. */
    Running start(List<String> command) throws IOException {
        Path out = Files.createTempFile("rctp-out", ".txt");
        Path err = Files.createTempFile("rctp-err", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        return new Running(builder.start(), out, err);
    }

    /** One that has not ended yet, as far as is known. */
    record Running(Process process, Path out, Path err) implements AutoCloseable {

        String said() throws IOException {
            return Files.readString(out) + Files.readString(err);
        }

        Ended end() throws IOException, InterruptedException {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("it did not end in " + LONGEST_SECONDS + " s: " + said());
            }
            return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
        }

        /** SIGTERM. */
        void terminate() {
            process.destroy();
        }

        @Override
        public void close() throws IOException {
            process.destroy();
            process.onExit().completeOnTimeout(process, 60, TimeUnit.SECONDS).join();
            process.destroyForcibly().onExit().join();
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }
}
