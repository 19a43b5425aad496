package dev.rctp.gateway.store.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Ends what a killed gateway or a killed server left running on a data directory, and removes its stale pid file.
 *
 * <p>Only for the holder of the folder's lock. PostgreSQL's own check takes any live process with the old number for a
 * server, which in a container, where numbers repeat, would keep it down for good.
 */
final class Leftovers {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Leftovers() {}

    static void end(Path data, ServerCommand command) throws IOException, InterruptedException {
        if (!processes(data).isEmpty()) {
            int exit = command.program("pg_ctl", "stop", "-D", data.toString(), "-m", "fast", "-w", "-t", "30");
            if (exit != 0) {
                command.program("pg_ctl", "stop", "-D", data.toString(), "-m", "immediate", "-w", "-t", "10");
            }
            // backends without a server end by themselves when they notice
            for (ProcessHandle process : processes(data)) {
                await(process, PATIENCE);
            }
        }
        Files.deleteIfExists(data.resolve("postmaster.pid"));
    }

    /** Two servers on one data directory destroy it: the pid file stays unless the process is known to be dead. */
    static void await(ProcessHandle process, Duration patience) throws IOException, InterruptedException {
        if (!ended(process, patience)) {
            process.destroyForcibly();
            if (!ended(process, patience)) {
                throw new IOException("PostgreSQL's process " + process.pid()
                        + " was left over and does not end; the store's folder can't be used before it does.");
            }
        }
    }

    private static boolean ended(ProcessHandle process, Duration patience) throws IOException, InterruptedException {
        try {
            process.onExit().get(patience.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IOException("Could not wait for a left-over PostgreSQL process to end.", e);
        }
    }

    private static List<ProcessHandle> processes(Path data) throws IOException {
        Path real = data.toRealPath();
        return ProcessHandle.allProcesses().filter(p -> isServer(p.pid(), real)).toList();
    }

    /** Every PostgreSQL process works in its data directory. */
    private static boolean isServer(long pid, Path data) {
        Path proc = Path.of("/proc", Long.toString(pid));
        try {
            return Files.readSymbolicLink(proc.resolve("cwd")).equals(data)
                    && Files.readString(proc.resolve("comm")).equals("postgres\n");
        } catch (IOException e) {
            return false;
        }
    }
}
