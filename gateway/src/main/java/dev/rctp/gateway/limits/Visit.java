package dev.rctp.gateway.limits;

import java.util.concurrent.atomic.AtomicBoolean;

/** A place taken among those that a party has at once; to be given back when what it was taken for is over. */
public final class Visit implements Admission, AutoCloseable {

    private final Runnable giveBack;
    private final AtomicBoolean over = new AtomicBoolean();

    Visit(Runnable giveBack) {
        this.giveBack = giveBack;
    }

    /** A place where none are counted. */
    static Visit uncounted() {
        return new Visit(() -> {});
    }

    /** Both places, given back together. */
    public Visit and(Visit other) {
        return new Visit(() -> {
            close();
            other.close();
        });
    }

    /** Gives the place back, once; from any thread. */
    @Override
    public void close() {
        if (over.compareAndSet(false, true)) {
            giveBack.run();
        }
    }
}
