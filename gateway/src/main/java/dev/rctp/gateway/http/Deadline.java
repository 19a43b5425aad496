package dev.rctp.gateway.http;

import io.netty.channel.EventLoop;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One deadline of one connection, moved often and reached seldom: it keeps at most one timer, and looks when that fires whether the
 * deadline has moved. Confined to the connection's event loop.
 */
public final class Deadline implements Runnable {

    private final EventLoop loop;
    private @Nullable Runnable action;
    private @Nullable Future<?> timer;
    private long at;
    private long timerAt;

    /** A deadline of a connection on this loop; none is set yet. */
    public Deadline(EventLoop loop) {
        this.loop = loop;
    }

    /** Runs the action after so many nanoseconds, in place of what was to run before. */
    public void set(long nanos, Runnable next) {
        action = next;
        at = System.nanoTime() + nanos;
        if (timer == null) {
            schedule(nanos);
        } else if (at - timerAt < 0) {
            timer.cancel(false);
            schedule(nanos);
        }
    }

    /** Nothing is to run. */
    public void clear() {
        action = null;
    }

    /** Nothing will run any more. */
    public void close() {
        clear();
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void schedule(long nanos) {
        timerAt = at;
        timer = loop.schedule(this, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void run() {
        timer = null;
        Runnable due = action;
        long left = at - System.nanoTime();
        if (due != null && left > 0) {
            schedule(left);
        } else if (due != null) {
            action = null;
            due.run();
        }
    }
}
