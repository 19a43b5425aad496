package dev.rctp.gateway.limits;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * How many of something each party has at once; safe for concurrent use. Whoever has none takes no memory.
 *
 * @param <K> names a party, by its {@code equals}
 */
final class Places<K> {

    private final ConcurrentMap<K, Integer> taken = new ConcurrentHashMap<>();

    /** Takes one; false where the party has so many. */
    boolean take(K party, int most) {
        if (taken.merge(party, 1, Integer::sum) <= most) {
            return true;
        }
        giveBack(party);
        return false;
    }

    /** Gives one back that was taken. */
    void giveBack(K party) {
        taken.computeIfPresent(party, (same, count) -> count == 1 ? null : count - 1);
    }

    /** How many parties have any. */
    int size() {
        return taken.size();
    }
}
