package dev.rctp.msgsig.profile;

import java.time.Duration;
import java.util.Set;

/**
 * How profiles are read and kept (OPR-2, OPR-5).
 *
 * @param versions the UCP versions spoken
 * @param allowLoopback whether loopback http profiles are fine (sandbox, tests)
 * @param floor the least time a profile is kept, and the least time between two refreshes for unknown keys
 * @param ceiling the time after which no key of a fetched profile is trusted any more
 * @param failureMemory how long a failed fetch is remembered
 * @param patience how long a call waits for another call's fetch, or for its turn to fetch
 * @param concurrentFetches how many profiles are fetched at once
 * @param mostProfiles how many profiles are kept
 */
public record ProfileSettings(
        Set<String> versions,
        boolean allowLoopback,
        Duration floor,
        Duration ceiling,
        Duration failureMemory,
        Duration patience,
        int concurrentFetches,
        int mostProfiles) {

    /** Keeps its own copy of the versions. */
    public ProfileSettings {
        versions = Set.copyOf(versions);
    }

    /** OPR-2's 60 s and 5 minutes; failures kept 10 s, 3 s of patience, 16 fetches at once, 10,000 profiles. */
    public static ProfileSettings defaults(Set<String> versions, boolean allowLoopback) {
        return new ProfileSettings(
                versions,
                allowLoopback,
                Duration.ofSeconds(60),
                Duration.ofMinutes(5),
                Duration.ofSeconds(10),
                Duration.ofSeconds(3),
                16,
                10_000);
    }
}
