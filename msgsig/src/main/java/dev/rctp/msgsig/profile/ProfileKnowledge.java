package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.profile.ProfileDirectory.Lookup;
import dev.rctp.msgsig.profile.ProfileDirectory.Unknown;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one profile at one time (OPR-2).
 *
 * @param settings the times that count
 * @param good the last valid document; null where there is none
 * @param bad the failure since then; null where the last fetch succeeded
 * @param forcedAt when an unknown key last forced a refresh; null where none did
 * @param attempts how many fetches have ended
 */
record ProfileKnowledge(
        ProfileSettings settings,
        @Nullable Good good,
        @Nullable Bad bad,
        @Nullable Instant forcedAt,
        long attempts) {

    private static final Unknown NO_SUCH_KEY = new Unknown(
            "key_not_found",
            "The operator's profile has no usable key with this keyid: one whose kid is its RFC 7638 thumbprint and no other"
                    + " key's, for verifying, of a supported type.");

    /** A valid document, when its fetch began, and how long it is fresh. */
    record Good(ValidProfile profile, Instant fetchedAt, Duration lifetime) {}

    /** A failure, and when it happened. */
    record Bad(Unknown why, Instant at) {}

    static ProfileKnowledge none(ProfileSettings settings) {
        return new ProfileKnowledge(settings, null, null, null, 0);
    }

    /** The answer that needs no fetch; empty where one is due. */
    Optional<Lookup> settled(String keyId, Instant now) {
        boolean rests = bad != null && within(bad.at(), settings.failureMemory(), now);
        if (isFresh(now)) {
            Optional<Lookup> found = trusted(keyId, now);
            return found.isPresent() || rests || wasForced(now) ? Optional.of(verdict(keyId, now)) : Optional.empty();
        }
        return rests ? Optional.of(verdict(keyId, now)) : Optional.empty();
    }

    /** The key, where a document that has not reached its hard limit has it. */
    Optional<Lookup> trusted(String keyId, Instant now) {
        return good != null && within(good.fetchedAt(), settings.ceiling(), now)
                ? good.profile().find(keyId)
                : Optional.empty();
    }

    /** Whether what is known is old, and no failure so fresh that another fetch has to wait. */
    boolean isDue(Instant now) {
        return !isFresh(now) && (bad == null || !within(bad.at(), settings.failureMemory(), now));
    }

    /** Whom the document names, where it has not reached its hard limit. */
    Optional<Operator> operator(Instant now) {
        return good != null && within(good.fetchedAt(), settings.ceiling(), now)
                ? Optional.of(good.profile().operator())
                : Optional.empty();
    }

    /** All keys that may be trusted now. */
    List<VerificationKey> keys(Instant now) {
        return good != null && within(good.fetchedAt(), settings.ceiling(), now)
                ? good.profile().keys().all()
                : List.of();
    }

    /** The answer if nothing more is to be learned. */
    Lookup verdict(String keyId, Instant now) {
        return trusted(keyId, now).orElseGet(() -> bad == null ? NO_SUCH_KEY : bad.why());
    }

    ProfileKnowledge with(ProfileFetcher.Fetched fetched, Instant startedAt) {
        Good next = new Good(fetched.profile(), startedAt, fetched.lifetime());
        return new ProfileKnowledge(settings, next, null, forced(startedAt), attempts + 1);
    }

    ProfileKnowledge with(ProfileFetcher.Rejected rejected, Instant startedAt, Instant endedAt) {
        Bad next = new Bad(rejected.why(), endedAt);
        return new ProfileKnowledge(settings, null, next, forced(startedAt), attempts + 1);
    }

    ProfileKnowledge with(ProfileFetcher.Unreachable unreachable, Instant startedAt, Instant endedAt) {
        Bad next = new Bad(unreachable.why(), endedAt);
        return new ProfileKnowledge(settings, good, next, forced(startedAt), attempts + 1);
    }

    /** A fetch that begins while the document is fresh is one that an unknown key forced. */
    private @Nullable Instant forced(Instant startedAt) {
        return isFresh(startedAt) ? startedAt : forcedAt;
    }

    private boolean isFresh(Instant now) {
        return good != null && within(good.fetchedAt(), good.lifetime(), now);
    }

    private boolean wasForced(Instant now) {
        return forcedAt != null && within(forcedAt, settings.floor(), now);
    }

    /** Whether now lies in the span; a clock that was set back ends every span. */
    private static boolean within(Instant start, Duration length, Instant now) {
        return !now.isBefore(start) && now.isBefore(start.plus(length));
    }
}
