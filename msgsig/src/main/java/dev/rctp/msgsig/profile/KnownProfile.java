package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.profile.ProfileDirectory.Lookup;
import dev.rctp.msgsig.profile.ProfileDirectory.Unknown;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** One onboarded profile over time: what is known of it, and at most one fetch in flight (OPR-2, B97). */
final class KnownProfile {

    private final ProfileUrl profile;
    private final ProfileFetcher fetcher;
    private final InstantSource clock;
    private final ProfileSettings settings;
    private final ReentrantLock flight = new ReentrantLock();
    private volatile ProfileKnowledge knowledge;

    KnownProfile(ProfileUrl profile, ProfileFetcher fetcher, InstantSource clock, ProfileSettings settings) {
        this.profile = profile;
        this.fetcher = fetcher;
        this.clock = clock;
        this.settings = settings;
        this.knowledge = ProfileKnowledge.none(settings);
    }

    Lookup find(String keyId) throws InterruptedException {
        ProfileKnowledge seen = knowledge;
        Instant now = clock.instant();
        Optional<Lookup> settled = seen.settled(keyId, now);
        if (settled.isPresent()) {
            return settled.get();
        }
        Optional<Lookup> trusted = seen.trusted(keyId, now);
        long patience = trusted.isPresent() ? 0 : settings.patience().toNanos();
        if (!flight.tryLock(patience, TimeUnit.NANOSECONDS)) {
            return trusted.orElse(
                    new Unknown("profile_unreachable", "The operator's profile is still being fetched; try again."));
        }
        try {
            return afterFlight(seen, keyId);
        } finally {
            flight.unlock();
        }
    }

    /** Who the profile speaks for, whatever its keys; empty where no document can be had that may be trusted. */
    Optional<Operator> operator() throws InterruptedException {
        ProfileKnowledge seen = knowledge;
        if (!seen.isDue(clock.instant()) || !flight.tryLock(settings.patience().toNanos(), TimeUnit.NANOSECONDS)) {
            return seen.operator(clock.instant());
        }
        try {
            if (knowledge.attempts() == seen.attempts()) {
                var _ = fetched(seen);
            }
            return knowledge.operator(clock.instant());
        } finally {
            flight.unlock();
        }
    }

    List<VerificationKey> keys() {
        return knowledge.keys(clock.instant());
    }

    /** Whoever waited takes the result of the flight it waited for, good or bad, and starts none of its own. */
    private Lookup afterFlight(ProfileKnowledge seen, String keyId) throws InterruptedException {
        if (knowledge.attempts() != seen.attempts()) {
            return knowledge.verdict(keyId, clock.instant());
        }
        Optional<Unknown> turnedAway = fetched(seen);
        return turnedAway.isEmpty()
                ? knowledge.verdict(keyId, clock.instant())
                : seen.trusted(keyId, clock.instant()).orElse(turnedAway.get());
    }

    /** Learns from one fetch; why nothing was tried, where that is so. */
    private Optional<Unknown> fetched(ProfileKnowledge seen) throws InterruptedException {
        Instant startedAt = clock.instant();
        switch (fetcher.fetch(profile)) {
            case ProfileFetcher.Fetched fetched -> knowledge = seen.with(fetched, startedAt);
            case ProfileFetcher.Rejected rejected -> knowledge = seen.with(rejected, startedAt, clock.instant());
            case ProfileFetcher.Unreachable missing -> knowledge = seen.with(missing, startedAt, clock.instant());
            case ProfileFetcher.Crowded crowded -> {
                return Optional.of(crowded.why());
            }
        }
        return Optional.empty();
    }
}
