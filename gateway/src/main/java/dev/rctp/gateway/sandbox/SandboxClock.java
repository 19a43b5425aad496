package dev.rctp.gateway.sandbox;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** TEST ONLY: the one clock of gateway, authorization server and hosts, which a test moves forward. */
public final class SandboxClock implements InstantSource {

    private final InstantSource base;
    private final AtomicReference<Duration> offset = new AtomicReference<>(Duration.ZERO);

    /** A clock that shows the base's time until it is moved. */
    public SandboxClock(InstantSource base) {
        this.base = base;
    }

    /** The base's time plus the offset. */
    @Override
    public Instant instant() {
        return base.instant().plus(offset.get());
    }

    /** How far it has been moved in all; zero at first. */
    public Duration offset() {
        return offset.get();
    }

    /** Moves it forward by this much more; throws {@link IllegalArgumentException} for a negative step. */
    public void advance(Duration step) {
        if (step.isNegative()) {
            throw new IllegalArgumentException("the clock only moves forward");
        }
        offset.accumulateAndGet(step, Duration::plus);
    }
}
