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

    List<VerificationKey> keys() {
        return knowledge.keys(clock.instant());
    }

    /** Whoever waited takes the result of the flight it waited for, good or bad, and starts none of its own. */
    private Lookup afterFlight(ProfileKnowledge seen, String keyId) throws InterruptedException {
        if (knowledge.attempts() != seen.attempts()) {
            return knowledge.verdict(keyId, clock.instant());
        }
        Instant startedAt = clock.instant();
        return switch (fetcher.fetch(profile)) {
            case ProfileFetcher.Fetched fetched -> learn(seen.with(fetched, startedAt), keyId);
            case ProfileFetcher.Rejected rejected -> learn(seen.with(rejected, startedAt, clock.instant()), keyId);
            case ProfileFetcher.Unreachable missing -> learn(seen.with(missing, startedAt, clock.instant()), keyId);
            case ProfileFetcher.Crowded crowded ->
                seen.trusted(keyId, clock.instant()).orElse(crowded.why());
        };
    }

    private Lookup learn(ProfileKnowledge learned, String keyId) {
        knowledge = learned;
        return learned.verdict(keyId, clock.instant());
    }
}
