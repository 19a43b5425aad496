package dev.rctp.conformance.breakable;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The system's time and an offset that only grows; who waits for a time is woken when it is moved. */
public final class GatewayClock implements InstantSource {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition moved = lock.newCondition();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile Duration offset = Duration.ZERO;

    @Override
    public Instant instant() {
        return InstantSource.system().instant().plus(offset);
    }

    /** Moves the time on and wakes who waits for a time or listens. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time goes forward");
        }
        lock.lock();
        try {
            offset = offset.plus(by);
            moved.signalAll();
        } finally {
            lock.unlock();
        }
        listeners.forEach(Runnable::run);
    }

    /** Has {@code listener} run after each move, on the mover's thread. */
    public void onMove(Runnable listener) {
        listeners.add(listener);
    }

    /** Waits until this clock shows {@code time}. */
    public void waitUntil(Instant time) throws InterruptedException {
        lock.lock();
        try {
            for (Duration left = left(time); left.isPositive(); left = left(time)) {
                boolean woken = moved.await(left.toNanos(), TimeUnit.NANOSECONDS);
                if (!woken && !left(time).isPositive()) {
                    return;
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private Duration left(Instant time) {
        return Duration.between(instant(), time);
    }
}
