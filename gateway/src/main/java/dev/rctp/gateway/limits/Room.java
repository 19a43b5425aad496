package dev.rctp.gateway.limits;

import java.util.concurrent.atomic.AtomicInteger;

/** Room for so many at once, whoever they are; safe for concurrent use, never blocks. */
public final class Room {

    private final AtomicInteger taken = new AtomicInteger();
    private volatile int most;

    /** Room for so many. */
    public Room(int most) {
        this.most = most;
    }

    /** Room for another number from now on; whoever is in stays. */
    public void reload(int next) {
        most = next;
    }

    /** Takes a place; false where none is left. */
    public boolean take() {
        if (taken.incrementAndGet() <= most) {
            return true;
        }
        taken.decrementAndGet();
        return false;
    }

    /** Gives a place back that was taken. */
    public void giveBack() {
        taken.decrementAndGet();
    }
}
