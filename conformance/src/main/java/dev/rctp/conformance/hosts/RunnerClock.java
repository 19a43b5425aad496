package dev.rctp.conformance.hosts;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** This machine's time, moved on by what was asked of it; the hosts' time beside a target's that moves (SIG-4). */
public final class RunnerClock implements InstantSource {

    private final InstantSource base;
    private final AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);

    /** Starts at the machine's time. */
    public RunnerClock() {
        this(InstantSource.system());
    }

    /** Starts at this time. */
    public RunnerClock(InstantSource base) {
        this.base = base;
    }

    @Override
    public Instant instant() {
        return base.instant().plus(offset.get());
    }

    /** Moves on by so much from now. */
    public void advance(Duration by) {
        offset.updateAndGet(before -> before.plus(by));
    }

    /** How far it was moved in all. */
    public Duration offset() {
        return offset.get();
    }
}
