package dev.rctp.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** Adds up the CPU time which the calling thread spends on one part, without what reading the clock costs. */
final class ThreadCpu {

    /** Work that may fail. */
    @FunctionalInterface
    interface Work {
        void run() throws Exception;
    }

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CALIBRATION = 20_000;

    private final long clock = clockNanos();
    private long nanos;
    private long times;

    /** Does the work and adds its time. */
    void spend(Work work) throws Exception {
        long before = THREADS.getCurrentThreadCpuTime();
        work.run();
        nanos += THREADS.getCurrentThreadCpuTime() - before - clock;
        times++;
    }

    /** Starts again. */
    void reset() {
        nanos = 0;
        times = 0;
    }

    /** Microseconds each time. */
    double micros() {
        return nanos / 1000.0 / times;
    }

    /** Microseconds in all. */
    double totalMicros() {
        return nanos / 1000.0;
    }

    private static long clockNanos() {
        long start = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < CALIBRATION; i++) {
            THREADS.getCurrentThreadCpuTime();
        }
        return (THREADS.getCurrentThreadCpuTime() - start) / CALIBRATION;
    }
}
