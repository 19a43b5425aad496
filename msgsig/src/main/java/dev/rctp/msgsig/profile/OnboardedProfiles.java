package dev.rctp.msgsig.profile;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The profile URLs that operators were onboarded by, compared after normalization (OPR-1). */
final class OnboardedProfiles {

    private final Supplier<Set<String>> configured;
    private final boolean allowLoopback;
    private volatile Normalized last = new Normalized(Set.of(), Set.of());

    OnboardedProfiles(Supplier<Set<String>> configured, boolean allowLoopback) {
        this.configured = configured;
        this.allowLoopback = allowLoopback;
    }

    /** A configured set and its normalized URLs. */
    private record Normalized(Set<String> source, Set<String> urls) {}

    /** The normalized URL of an onboarded profile; empty for every other text. */
    Optional<ProfileUrl> find(String url) {
        Set<String> urls = current();
        return ProfileUrl.parse(url, allowLoopback).filter(parsed -> urls.contains(parsed.text()));
    }

    @SuppressWarnings("ReferenceEquality") // a set once given never changes, and this is asked on every call
    private Set<String> current() {
        Set<String> source = configured.get();
        Normalized known = last;
        if (known.source() != source) {
            known = new Normalized(source, normalized(source));
            last = known;
        }
        return known.urls();
    }

    private Set<String> normalized(Set<String> urls) {
        return urls.stream()
                .flatMap(url -> ProfileUrl.normalize(url, allowLoopback).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
