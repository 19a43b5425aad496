package dev.rctp.gateway.http.outbound;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/** The addresses of one origin: used in turn, and put aside for a while where connecting failed, as long as there are others (PRX-5). */
final class AddressTurns {

    private static final long FIRST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final int DOUBLINGS = 5;

    /** Failures in a row, and until when the last one counts. */
    private record Aside(int failures, long until) {}

    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<InetAddress, Aside> aside = new HashMap<>();
    private int turn;

    /** Takes the clock, in nanoseconds. */
    AddressTurns(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** The order in which to try: those in good health, each call beginning with another one, then those put aside. */
    List<InetAddress> order(List<InetAddress> addresses) {
        lock.lock();
        try {
            aside.keySet().retainAll(addresses);
            long now = nanoTime.getAsLong();
            List<InetAddress> sound = new ArrayList<>(addresses.stream()
                    .filter(address -> waiting(address, now) <= 0)
                    .toList());
            Collections.rotate(sound, -(turn++ % Math.max(1, sound.size())));
            addresses.stream()
                    .filter(address -> waiting(address, now) > 0)
                    .sorted(Comparator.comparingLong(address -> waiting(address, now)))
                    .forEach(sound::add);
            return sound;
        } finally {
            lock.unlock();
        }
    }

    private long waiting(InetAddress address, long now) {
        Aside put = aside.get(address);
        return put == null ? 0 : put.until() - now;
    }

    void reached(InetAddress address) {
        lock.lock();
        try {
            aside.remove(address);
        } finally {
            lock.unlock();
        }
    }

    void failed(InetAddress address) {
        lock.lock();
        try {
            Aside before = aside.get(address);
            int failures = before == null ? 1 : before.failures() + 1;
            long pause = FIRST_PAUSE << Math.min(failures - 1, DOUBLINGS);
            aside.put(address, new Aside(failures, nanoTime.getAsLong() + pause));
        } finally {
            lock.unlock();
        }
    }
}
