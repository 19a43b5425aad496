package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fetches and reads profiles, a limited number at once, so that slow hosts cannot take all callers (B94). */
final class ProfileFetcher {

    private static final Logger LOG = LoggerFactory.getLogger(ProfileFetcher.class);

    private final ProfileSource source;
    private final ProfileDocument document;
    private final ProfileSettings settings;
    private final Semaphore places;

    ProfileFetcher(ProfileSource source, Cryptography cryptography, ProfileSettings settings) {
        this.source = source;
        this.document = new ProfileDocument(cryptography, settings.versions(), settings.allowLoopback());
        this.settings = settings;
        this.places = new Semaphore(settings.concurrentFetches(), true);
    }

    /** What a fetch ends with. */
    sealed interface Outcome {}

    /** A valid profile came, and how long it is fresh. */
    record Fetched(ValidProfile profile, Duration lifetime) implements Outcome {}

    /** A document came that we cannot trust; it replaces what was there before. */
    record Rejected(ProfileDirectory.Unknown why) implements Outcome {}

    /** No document came; what was there before may still be used until its hard limit (B95). */
    record Unreachable(ProfileDirectory.Unknown why) implements Outcome {}

    /** Nothing was tried, since too many others are being fetched. */
    record Crowded(ProfileDirectory.Unknown why) implements Outcome {}

    Outcome fetch(ProfileUrl profile) throws InterruptedException {
        if (!places.tryAcquire(settings.patience().toNanos(), TimeUnit.NANOSECONDS)) {
            return new Crowded(unreachable("Too many profiles are being fetched; try again."));
        }
        try {
            return read(profile, source.fetch(profile.uri()));
        } catch (IOException e) {
            LOG.warn("profile {} not fetched: {}", profile, e.toString());
            return new Unreachable(unreachable("The operator's profile could not be fetched."));
        } finally {
            places.release();
        }
    }

    private Outcome read(ProfileUrl profile, FetchedProfile answer) {
        if (answer.status() != 200) {
            LOG.warn("profile {} not fetched: status {}", profile, answer.status());
            return new Unreachable(unreachable(
                    "The operator's profile was answered with status " + answer.status() + " instead of 200."));
        }
        return switch (document.read(profile, answer.body())) {
            case ValidProfile read -> new Fetched(read, lifetime(answer));
            case ProfileReading.Invalid invalid -> {
                LOG.warn("profile {} refused: {}", profile, invalid.sentence());
                yield new Rejected(new ProfileDirectory.Unknown(invalid.cause(), invalid.sentence()));
            }
        };
    }

    private Duration lifetime(FetchedProfile answer) {
        return CacheLifetime.of(answer.cacheControl(), settings.floor(), settings.ceiling());
    }

    private static ProfileDirectory.Unknown unreachable(String sentence) {
        return new ProfileDirectory.Unknown("profile_unreachable", sentence);
    }
}
