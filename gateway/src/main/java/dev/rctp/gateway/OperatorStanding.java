package dev.rctp.gateway;

import dev.rctp.gateway.enforce.Standing;
import dev.rctp.msgsig.profile.CachedProfiles;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Which operators may trade, by the configuration as it is now (OPR-6). */
final class OperatorStanding implements Standing {

    private final Onboarded onboarded;
    private final CachedProfiles profiles;

    OperatorStanding(Onboarded onboarded, CachedProfiles profiles) {
        this.onboarded = onboarded;
        this.profiles = profiles;
    }

    @Override
    public boolean mayTrade(String profile) {
        return traders().contains(profile);
    }

    @Override
    public String name(String profile) {
        return onboarded.names().entrySet().stream()
                .filter(known -> profiles.onboarded(known.getKey()).equals(Optional.of(profile)))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(profile);
    }

    @Override
    public Set<String> traders() {
        Set<String> closing = normalized(onboarded.closing());
        return normalized(onboarded.get()).stream()
                .filter(profile -> !closing.contains(profile))
                .collect(Collectors.toUnmodifiableSet());
    }

    private Set<String> normalized(Set<String> urls) {
        return urls.stream().map(profiles::onboarded).flatMap(Optional::stream).collect(Collectors.toUnmodifiableSet());
    }
}
