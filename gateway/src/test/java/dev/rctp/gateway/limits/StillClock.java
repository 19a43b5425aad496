package dev.rctp.gateway.limits;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that only a test moves. */
public final class StillClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-11-30T12:00:00Z");

    @Override
    public Instant instant() {
        return now;
    }

    /** Moves it, back where the time is negative. */
    public void move(Duration by) {
        now = now.plus(by);
    }
}
