package dev.rctp.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Turns at a fixed rate, which do not wait for the turns before (open loop). */
final class Pace {

    private final long start = System.nanoTime();
    private final double interval;

    Pace(double perSecond) {
        this.interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
    }

    /** Waits for a turn, counted from 0; returns when it was due, by {@link System#nanoTime}. */
    long await(long turn) {
        long due = start + (long) (turn * interval);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return due;
    }
}
