package dev.rctp.gateway.http.framing;

import java.time.Duration;

/** As many frames of some kind as may come within a window of time; confined to one event loop. */
public final class FrameRate {

    private final int max;
    private final long windowNanos;
    private long start = System.nanoTime();
    private int count;

    /** A window begins now. */
    public FrameRate(int max, Duration window) {
        this.max = max;
        this.windowNanos = window.toNanos();
    }

    /** Counts one; whether it is one too many. */
    public boolean exceeded() {
        long now = System.nanoTime();
        if (now - start >= windowNanos) {
            start = now;
            count = 0;
        }
        return ++count > max;
    }
}
