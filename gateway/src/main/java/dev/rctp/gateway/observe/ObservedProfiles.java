package dev.rctp.gateway.observe;

import dev.rctp.msgsig.profile.FetchedProfile;
import dev.rctp.msgsig.profile.ProfileSource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.net.URI;

/** Counts how the fetching of operators' profiles ends. */
public final class ObservedProfiles implements ProfileSource {

    private final ProfileSource profiles;
    private final Counter answered;
    private final Counter refused;
    private final Counter failed;

    /** Counts these fetches. */
    public ObservedProfiles(ProfileSource profiles, Metrics metrics) {
        this.profiles = profiles;
        this.answered = counter(metrics, "answered");
        this.refused = counter(metrics, "refused");
        this.failed = counter(metrics, "failed");
    }

    private static Counter counter(Metrics metrics, String outcome) {
        return metrics.counter("rctp.profile.fetches", "Fetches of operators' profiles.", Tags.of("outcome", outcome));
    }

    @Override
    public FetchedProfile fetch(URI profile) throws IOException, InterruptedException {
        try {
            FetchedProfile fetched = profiles.fetch(profile);
            (fetched.status() == 200 ? answered : refused).increment();
            return fetched;
        } catch (IOException e) {
            failed.increment();
            throw e;
        }
    }
}
