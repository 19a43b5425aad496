package dev.rctp.gateway.http.outbound;

import org.jspecify.annotations.Nullable;

/** Waits for a {@link Lane}; told once, on the event loop it asked for, or on any thread where it asked for none. */
interface LaneSeeker {

    /** Here is one. */
    void granted(Lane lane);

    /** There is none, and nothing was sent. */
    void refused(String why, @Nullable Throwable cause);
}
