package dev.rctp.conformance.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What docs/conformance.md says, typed as it stands there: the packaged runner against {@code rctp serve}. */
class RunnerIT {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String WHOLE_RUN = "./rctp conformance run --plan plan.yaml --html report.html";
    private static final int INCOMPLETE = 4;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private record Ended(int exit, String output) {}

    private ProcessBuilder shell(String command) {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
        builder.environment().putAll(Map.of("RCTP_TESTING", "1", "JAVA_HOME", System.getProperty("java.home")));
        return builder.redirectErrorStream(true);
    }

    private Ended run(String command) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        Process process = shell(command).redirectOutput(output.toFile()).start();
        int exit = process.waitFor();
        return new Ended(exit, Files.readString(output));
    }

    /** The commands of the page, in order. */
    private static List<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        boolean inside = false;
        for (String line : Files.readAllLines(ROOT.resolve("docs/conformance.md"))) {
            if (line.startsWith("```")) {
                inside = line.equals("```sh");
            } else if (inside) {
                commands.add(line);
            }
        }
        return commands;
    }

    @Tag("long")
    @Test
    void thePageLeadsFromNothingToAReport() throws Exception {
        Files.createSymbolicLink(folder.resolve("rctp"), ROOT.resolve("rctp"));
        assertThat(commands()).hasSizeGreaterThan(7);
        Process gateway = null;
        try {
            for (String command : commands()) {
                if (command.startsWith("./rctp serve")) {
                    gateway = served(command);
                    continue;
                }
                Ended ended = run(command);
                assertThat(ended.exit()).as(command + "\n" + ended.output()).isEqualTo(expected(command));
                if (command.startsWith(WHOLE_RUN)) {
                    judge(JsonMapper.shared().readTree(Files.readString(folder.resolve("report.json"))));
                }
            }
        } finally {
            if (gateway != null) {
                gateway.destroy();
                gateway.waitFor(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Without a clock the whole run is incomplete. */
    private static int expected(String command) {
        return command.startsWith(WHOLE_RUN) ? INCOMPLETE : 0;
    }

    private Process served(String command) throws Exception {
        Process gateway = shell("exec " + command)
                .redirectOutput(folder.resolve("gateway.log").toFile())
                .start();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(90);
        while (!Files.readString(folder.resolve("gateway.log")).contains("\"listening\"")) {
            assertThat(gateway.isAlive() && System.nanoTime() < end)
                    .as(Files.readString(folder.resolve("gateway.log")))
                    .isTrue();
            Thread.onSpinWait();
        }
        return gateway;
    }

    /** Nothing fails or blocks; what is skipped has to move the clock. */
    private void judge(JsonNode report) throws IOException {
        assertThat(report.path("results")
                        .valueStream()
                        .filter(one -> one.path("outcome").asString().equals("skipped")))
                .allMatch(one -> one.path("sentence").asString().contains("target.clock_url")
                        || one.path("sentence").asString().contains("target.management"));
        assertThat(report.path("results")
                        .valueStream()
                        .map(one -> one.path("outcome").asString() + " "
                                + one.path("id").asString())
                        .filter(one -> !one.startsWith("passed")
                                && !one.startsWith("not_applicable")
                                && !one.startsWith("skipped")))
                .isEmpty();
        assertThat(Files.readString(folder.resolve("report.html"))).startsWith("<!doctype html>");
        try (ServerSocket again = new ServerSocket(4100)) {
            assertThat(again.isBound()).as("the runner's ports are free again").isTrue();
        }
    }
}
