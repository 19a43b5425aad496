package dev.rctp.gateway.limits;

import java.util.concurrent.atomic.AtomicLong;

/** Room for so many at once, whoever they are, or for so much; safe for concurrent use, never blocks. */
public final class Room {

    private final AtomicLong taken = new AtomicLong();
    private volatile long most;

    /** Room for so many. */
    public Room(long most) {
        this.most = most;
    }

    /** Room for another number from now on; whoever is in stays. */
    public void reload(long next) {
        most = next;
    }

    /** Takes a place; false where none is left. */
    public boolean take() {
        return take(1);
    }

    /** Takes so much at once; false, and nothing taken, where that is not left. */
    public boolean take(long amount) {
        if (taken.addAndGet(amount) <= most) {
            return true;
        }
        giveBack(amount);
        return false;
    }

    /** Takes a place again that was given back for a while, also where none is left. */
    void takeBack() {
        taken.incrementAndGet();
    }

    /** Gives a place back that was taken. */
    public void giveBack() {
        giveBack(1);
    }

    /** Gives so much back of what was taken. */
    public void giveBack(long amount) {
        taken.addAndGet(-amount);
    }
}
