package dev.rctp.gateway.limits;

import java.time.Duration;

/**
 * A token bucket.
 *
 * @param interval nanoseconds after which one token more is in it
 * @param burst how many it holds
 */
record Pace(long interval, int burst) {

    /** Another token each time this has passed. */
    static Pace every(Duration interval, int burst) {
        return new Pace(interval.toNanos(), burst);
    }

    /** Nanoseconds after which a bucket that was emptied is full again. */
    long refill() {
        return interval * burst;
    }
}
