package dev.rctp.gateway;

import dev.rctp.gateway.enforce.Standing;
import dev.rctp.registries.Checkpoint.Role;
import java.util.Set;
import java.util.stream.Collectors;

/** Which operators may trade, by the configuration as it is now (OPR-6), whose profile URLs are normalized as those of callers are. */
final class OperatorStanding implements Standing {

    private final Onboarded onboarded;

    OperatorStanding(Onboarded onboarded) {
        this.onboarded = onboarded;
    }

    @Override
    public boolean mayTrade(String profile) {
        return onboarded.get().contains(profile) && !onboarded.closing().contains(profile);
    }

    @Override
    public String name(String profile) {
        return onboarded.names().getOrDefault(profile, profile);
    }

    @Override
    public Set<Role> roles(String profile) {
        return onboarded.roles().getOrDefault(profile, Set.of());
    }

    @Override
    public Set<String> traders() {
        Set<String> closing = onboarded.closing();
        return onboarded.get().stream()
                .filter(profile -> !closing.contains(profile))
                .collect(Collectors.toUnmodifiableSet());
    }
}
