package dev.rctp.gateway.limits;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A token bucket for each of any number of parties, in bounded memory; safe for concurrent use. A bucket is one number: the time at
 * which it will be full again (GCRA). One that is full need not be kept, and goes within a minute in which any is asked. Parties that find no room share one bucket until there is.
 *
 * @param <K> names a party, by its {@code equals}
 */
final class Buckets<K> {

    private static final long SECOND = 1_000_000_000L;
    private static final long MINUTE = 60 * SECOND;

    private final InstantSource clock;
    private final K crowd;
    private final int most;
    private final ConcurrentMap<K, Long> fullAt = new ConcurrentHashMap<>();
    private final AtomicLong sweptAt = new AtomicLong(Long.MIN_VALUE);

    /**
     * No party is known yet.
     *
     * @param crowd the name under which those are counted together who find no room; no party has it
     * @param most buckets to keep, give or take as many as there are threads
     */
    Buckets(InstantSource clock, K crowd, int most) {
        this.clock = clock;
        this.crowd = crowd;
        this.most = most;
    }

    /** Takes a token; false where there is none. */
    boolean take(K party, Allowance allowance) {
        return take(party, allowance.pace());
    }

    /** Takes a token; false where there is none. */
    boolean take(K party, Pace pace) {
        long now = now();
        K key = kept(party, now) ? party : crowd;
        while (true) {
            Long known = fullAt.get(key);
            long next = begin(known, now, pace) + pace.interval();
            if (next - now > pace.refill()) {
                return false;
            }
            if (known == null ? fullAt.putIfAbsent(key, next) == null : fullAt.replace(key, known, next)) {
                return true;
            }
        }
    }

    /**
     * A time much further ahead than an empty bucket needs comes of a clock set back, or of a larger allowance before: one token is left
     * then. By less than a second it may be another thread's later look at the clock.
     */
    private static long begin(@Nullable Long known, long now, Pace pace) {
        if (known == null || known <= now) {
            return now;
        }
        boolean tooFar = known - now > pace.refill() + SECOND;
        return tooFar ? now + pace.refill() - pace.interval() : known;
    }

    private boolean kept(K party, long now) {
        if (fullAt.size() < most || fullAt.containsKey(party)) {
            sweep(now, MINUTE);
            return true;
        }
        sweep(now, SECOND);
        return fullAt.size() < most;
    }

    private void sweep(long now, long pause) {
        long last = sweptAt.get();
        boolean due = last == Long.MIN_VALUE || now - last >= pause || now < last;
        if (due && sweptAt.compareAndSet(last, now)) {
            fullAt.values().removeIf(full -> full <= now);
        }
    }

    /** How many buckets are kept. */
    int size() {
        return fullAt.size();
    }

    private long now() {
        Instant now = clock.instant();
        return Math.addExact(Math.multiplyExact(now.getEpochSecond(), SECOND), now.getNano());
    }
}
