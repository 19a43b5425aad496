package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.caller.ProfileReader.Reading;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Keeps each operator's profile for 1 to 5 minutes (OPR-2). */
final class ProfileCache implements Profiles {

    private static final Duration FLOOR = Duration.ofSeconds(60);
    private static final Duration MOST = Duration.ofMinutes(5);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(20);

    private final ProfileFetch fetch;
    private final ProfileReader reader;
    private final GatewayClock clock;
    private final Set<Fault> faults;
    private final Map<String, Kept> kept = new ConcurrentHashMap<>();

    ProfileCache(ProfileFetch fetch, ProfileReader reader, GatewayClock clock, Set<Fault> faults) {
        this.fetch = fetch;
        this.reader = reader;
        this.clock = clock;
        this.faults = faults;
    }

    /** What is known of one profile; its lock lets one fetch be in flight. */
    private static final class Kept {

        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Reading reading;
        private Instant fetched = Instant.MIN;
        private Instant tried = Instant.MIN;
        private Instant until = Instant.MIN;
    }

    @Override
    public Optional<Profile> current(String url) {
        return reading(url, "") instanceof Reading.Valid valid ? Optional.of(valid.profile()) : Optional.empty();
    }

    /** What is known of a profile, fetched anew where it is too old, or lacks {@code kid} and isn't of this minute. */
    Reading reading(String url, String kid) {
        Kept entry = kept.computeIfAbsent(url, _ -> new Kept());
        if (faults.contains(Fault.OPR_FETCHES_SIDE_BY_SIDE)) {
            return fresh(entry, url, kid);
        }
        entry.lock.lock();
        try {
            return fresh(entry, url, kid);
        } finally {
            entry.lock.unlock();
        }
    }

    private Reading fresh(Kept entry, String url, String kid) {
        Instant now = clock.instant();
        if (!now.isBefore(entry.until) || (lacks(entry.reading, kid) && mayRefresh(entry, now))) {
            refresh(entry, url, now);
        }
        return entry.reading == null ? new Reading.Invalid() : entry.reading;
    }

    private boolean mayRefresh(Kept entry, Instant now) {
        if (faults.contains(Fault.OPR_UNKNOWN_KEYID_STORM)) {
            return true;
        }
        return !now.isBefore(entry.tried.plus(FLOOR));
    }

    private static boolean lacks(@Nullable Reading reading, String kid) {
        return !kid.isEmpty()
                && reading instanceof Reading.Valid(Profile profile)
                && !profile.keys().containsKey(kid);
    }

    private void refresh(Kept entry, String url, Instant now) {
        Optional<ProfileFetch.Fetched> answer = fetch.get(url);
        entry.tried = now;
        if (answer.isPresent()) {
            entry.reading = reader.read(url, answer.get().document());
            entry.fetched = now;
            entry.until = now.plus(lifetime(answer.get().maxAge()));
            return;
        }
        boolean stillGood = !entry.fetched.equals(Instant.MIN) && now.isBefore(entry.fetched.plus(MOST));
        if (!stillGood && !faults.contains(Fault.OPR_STALE_PROFILE_KEPT)) {
            entry.reading = null;
        }
        entry.until = now.plus(faults.contains(Fault.OPR_FAILURE_NOT_REMEMBERED) ? Duration.ZERO : AFTER_FAILURE);
    }

    private Duration lifetime(Duration maxAge) {
        if (faults.contains(Fault.OPR_MAX_AGE_BELIEVED)) {
            return maxAge;
        }
        Duration atLeast = maxAge.compareTo(FLOOR) < 0 ? FLOOR : maxAge;
        return atLeast.compareTo(MOST) > 0 ? MOST : atLeast;
    }
}
