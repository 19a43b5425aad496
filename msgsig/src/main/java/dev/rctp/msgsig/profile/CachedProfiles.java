package dev.rctp.msgsig.profile;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.VerificationKey;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** The profiles of onboarded operators, fetched when needed and kept for at most five minutes (OPR-1, OPR-2); never others'. */
public final class CachedProfiles implements ProfileDirectory {

    private final OnboardedProfiles onboarded;
    private final ProfileFetcher fetcher;
    private final InstantSource clock;
    private final ProfileSettings settings;
    private final Cache<String, KnownProfile> profiles;

    /**
     * An empty cache.
     *
     * @param onboarded gives the onboarded profile URLs as configured; a set once given never changes, off-boarding gives another
     * @param source fetches profiles
     * @param cryptography reads their keys
     * @param clock tells their age
     * @param settings how they are read and kept
     */
    public CachedProfiles(
            Supplier<Set<String>> onboarded,
            ProfileSource source,
            Cryptography cryptography,
            InstantSource clock,
            ProfileSettings settings) {
        this.onboarded = new OnboardedProfiles(onboarded, settings.allowLoopback());
        this.fetcher = new ProfileFetcher(source, cryptography, settings);
        this.clock = clock;
        this.settings = settings;
        this.profiles = Caffeine.newBuilder()
                .maximumSize(settings.mostProfiles())
                .executor(Runnable::run)
                .build();
    }

    @Override
    public Lookup find(String profileUrl, String keyId) throws InterruptedException {
        Optional<ProfileUrl> profile = onboarded.find(profileUrl);
        if (profile.isEmpty()) {
            return new Unknown(
                    "profile_not_trusted", "The profile that UCP-Agent names is not that of an onboarded operator.");
        }
        return profiles.get(profile.get().text(), url -> known(profile.get())).find(keyId);
    }

    /** The normalized form of an onboarded profile's URL, by which its agents are known; empty for every other text. */
    public Optional<String> onboarded(String profileUrl) {
        return onboarded.find(profileUrl).map(ProfileUrl::text);
    }

    /** Who it is that a profile speaks for now, whatever its keys. */
    public sealed interface Whose {

        /** An onboarded operator. */
        record Known(Operator operator) implements Whose {}

        /** Nobody who is onboarded, or not any more (OPR-6). */
        record Nobodys() implements Whose {}

        /** An onboarded operator, whose profile can't be had or trusted at present. */
        record Unreadable() implements Whose {}
    }

    /** Whose the profile is; fetches it where that is due. */
    public Whose operator(String profileUrl) throws InterruptedException {
        Optional<ProfileUrl> profile = onboarded.find(profileUrl);
        if (profile.isEmpty()) {
            return new Whose.Nobodys();
        }
        Optional<Operator> operator =
                profiles.get(profile.get().text(), url -> known(profile.get())).operator();
        return operator.isPresent() ? new Whose.Known(operator.get()) : new Whose.Unreadable();
    }

    /** The usable keys of an onboarded profile that are known now, for diagnosis; fetches nothing, empty where none is known. */
    public List<VerificationKey> keys(String profileUrl) {
        return onboarded
                .find(profileUrl)
                .map(profile -> profiles.getIfPresent(profile.text()))
                .map(KnownProfile::keys)
                .orElse(List.of());
    }

    private KnownProfile known(ProfileUrl profile) {
        return new KnownProfile(profile, fetcher, clock, settings);
    }
}
