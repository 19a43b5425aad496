package dev.rctp.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The CPU time of a process from {@code /proc/PID/stat}, user and system, all threads. */
final class ProcessCpu {

    private static final double MICROS_PER_TICK = 10_000; // USER_HZ is 100
    private static final int USER_TIME = 11; // place after the command's name and the state
    private static final List<String> COMPILERS = List.of("C1 CompilerThre", "C2 CompilerThre");
    private static final List<String> COLLECTORS = List.of("VM Thread", "GC Thread", "G1 ");

    /**
     * CPU time so far, microseconds.
     *
     * @param all of the process
     * @param compiling of its compiler threads that live
     * @param collecting of its garbage collector's threads that live
     */
    record Reading(double all, double compiling, double collecting) {

        /** What was used since. */
        Reading since(Reading before) {
            return new Reading(all - before.all, compiling - before.compiling, collecting - before.collecting);
        }
    }

    private final Path folder;

    ProcessCpu(long pid) {
        this.folder = Path.of("/proc", Long.toString(pid));
    }

    /** The time used until now. */
    Reading read() {
        return new Reading(micros(stat(folder)), threads(COMPILERS), threads(COLLECTORS));
    }

    private double threads(List<String> names) {
        try (Stream<Path> tasks = Files.list(folder.resolve("task"))) {
            return tasks.map(ProcessCpu::stat)
                    .filter(stat -> names.stream().anyMatch(name(stat)::startsWith))
                    .mapToDouble(ProcessCpu::micros)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String stat(Path folder) {
        try {
            return Files.readString(folder.resolve("stat"));
        } catch (IOException ended) {
            return "0 (ended) X 0 0 0 0 0 0 0 0 0 0 0 0 0";
        }
    }

    private static String name(String stat) {
        return stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    }

    private static double micros(String stat) {
        String[] values = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(values[USER_TIME]) + Long.parseLong(values[USER_TIME + 1])) * MICROS_PER_TICK;
    }
}
