package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Runs PostgreSQL's programs, in a clean environment.
 *
 * <p>PostgreSQL refuses to run as root. For root they run in a user namespace of their own, where the same user has another
 * number and no privilege.
 */
final class ServerCommand {

    private final ServerBinaries binaries;
    private final Path log;
    private final List<String> prefix;

    private ServerCommand(ServerBinaries binaries, Path log, List<String> prefix) {
        this.binaries = binaries;
        this.log = log;
        this.prefix = prefix;
    }

    static ServerCommand of(ServerBinaries binaries, Path log) throws IOException, InterruptedException {
        List<String> prefix = isRoot() ? List.of("unshare", "-U") : List.of();
        ServerCommand command = new ServerCommand(binaries, log, prefix);
        if (isRoot() && command.run("true") != 0) {
            throw new IOException(
                    "PostgreSQL does not run as root, and this system does not let root make a user namespace"
                            + " for it (unshare -U); run the gateway as an ordinary user, or set store.url.");
        }
        return command;
    }

    private static boolean isRoot() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
    }

    /** Runs one of PostgreSQL's programs to its end; gives its exit code. */
    int program(String name, String... arguments) throws IOException, InterruptedException {
        String[] all = new String[arguments.length + 1];
        all[0] = path(name);
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return run(all);
    }

    /** Starts the server in a session of its own, so that a terminal's interrupt reaches only the gateway, which stops it last. */
    Process server(List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid"));
        command.addAll(prefix);
        command.add(path("postgres"));
        command.addAll(arguments);
        return start(command);
    }

    private int run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(Arrays.asList(arguments));
        return start(command).waitFor();
    }

    private Process start(List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(Redirect.appendTo(log.toFile()));
        String searched = builder.environment().getOrDefault("PATH", "/usr/bin:/bin");
        builder.environment().clear(); // no PG* settings, and no secret of the gateway's
        builder.environment().put("PATH", searched);
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }

    private String path(String program) {
        return binaries.home().resolve("bin").resolve(program).toString();
    }
}
