package dev.rctp.gateway.cli;

import dev.rctp.gateway.cli.demo.Step;
import dev.rctp.gateway.cli.demo.Story;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.sandbox.Sandbox;
import dev.rctp.gateway.sandbox.SandboxPorts;
import dev.rctp.gateway.store.embedded.ServerBinaries;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code rctp demo}: the whole story on this machine, each step checked. */
@Command(
        name = "demo",
        description = {
            "Starts a sandbox, lets agents call its gateway well and badly, bargain over a price whose floor they don't know, and buy;"
                    + " asks a seller, who answers with a passkey; brings one deal to its release and one to its refund; prints each call with its"
                    + " decision, and verifies all records, and that they are in the signed log.",
            "Exit code 0 only if every step did what it should."
        },
        mixinStandardHelpOptions = true,
        footer = {"", "Example:", "  rctp demo --json"})
public final class Demo implements Callable<Integer> {

    private static final String LOG_LEVEL = "RCTP_LOG_LEVEL";
    private static final int FIRST_PORT = 4000;
    private static final int TRIES = 10;

    @Option(names = "--json", description = "One JSON line per step.")
    private boolean json;

    @Option(names = "--keep", description = "Leave the sandbox up afterwards and print its addresses.")
    private boolean keep;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        return StartFailure.told(spec, this::run);
    }

    private int run() throws Exception {
        if (System.getenv(LOG_LEVEL) == null) {
            System.setProperty(LOG_LEVEL, "ERROR"); // the story is told on the same terminal
        }
        PrintWriter out = spec.commandLine().getOut();
        Path state = Files.createTempDirectory("rctp-demo");
        boolean passed;
        try (Sandbox sandbox = started(state)) {
            Cryptography cryptography = Cryptography.select();
            World world = new World(sandbox.file(), cryptography);
            passed = new Story(world, cryptography, printer(out)).tell();
            if (!json) {
                out.println(passed ? "Every step did what it should." : "Not every step did what it should.");
            }
            out.flush();
            if (keep) {
                out.println("The sandbox stays up: " + sandbox.file());
                out.flush();
                UntilStopped.close(sandbox);
            }
        } finally {
            delete(state);
        }
        return passed ? 0 : 1;
    }

    /** Another program may take a port between the look and the start; then the next block is taken. */
    private static Sandbox started(Path state) throws Exception {
        SandboxPorts ports = SandboxPorts.freeFrom(FIRST_PORT);
        for (int left = TRIES; ; left--) {
            try {
                return Sandbox.start(
                        state, ports, ServerBinaries.usualCache(System.getenv(), System.getProperty("user.home", ".")));
            } catch (IOException | IllegalStateException e) {
                if (left == 1 || !isPortTaken(e)) {
                    throw e;
                }
                ports = SandboxPorts.freeFrom(ports.first() + 10);
            }
        }
    }

    private static boolean isPortTaken(Throwable fault) {
        for (Throwable cause = fault; cause != null; cause = cause.getCause()) {
            if (cause instanceof BindException) {
                return true;
            }
        }
        return false;
    }

    private Consumer<Step> printer(PrintWriter out) {
        JsonMapper mapper = JsonMapper.builder().build();
        return step -> {
            if (json) {
                out.println(mapper.writeValueAsString(step));
            } else {
                out.printf("%-4s %s%n       %s%n", step.passed() ? "ok" : "FAIL", step.title(), step.got());
                if (!step.passed()) {
                    out.printf("       expected %s%n", step.expected());
                }
            }
            out.flush();
        };
    }

    private static void delete(Path folder) throws IOException {
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException fault) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
