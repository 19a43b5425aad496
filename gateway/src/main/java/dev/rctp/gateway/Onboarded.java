package dev.rctp.gateway;

import dev.rctp.gateway.config.OperatorConfig;
import dev.rctp.gateway.config.OperatorRole;
import dev.rctp.registries.Checkpoint.Role;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The profile URLs of the operators onboarded now (OPR-1); an operator that is taken out is nobody at its next call, and one with the role
 * {@code closing} begins nothing new (OPR-6).
 */
final class Onboarded implements Supplier<Set<String>> {

    private volatile Set<String> profiles;
    private volatile Set<String> closing;
    private volatile Map<String, String> names;
    private volatile Map<String, Set<Role>> roles;

    Onboarded(List<OperatorConfig> operators) {
        this.profiles = profiles(operators);
        this.closing = closing(operators);
        this.names = names(operators);
        this.roles = roles(operators);
    }

    void reload(List<OperatorConfig> operators) {
        names = names(operators);
        roles = roles(operators);
        closing = closing(operators);
        profiles = profiles(operators);
    }

    /** Those of them that may only finish their deals. */
    Set<String> closing() {
        return closing;
    }

    /** What the configuration calls each, by profile URL. */
    Map<String, String> names() {
        return names;
    }

    /** What each may be to a deal besides its buyer and seller, by profile URL. */
    Map<String, Set<Role>> roles() {
        return roles;
    }

    private static Map<String, Set<Role>> roles(List<OperatorConfig> operators) {
        return operators.stream()
                .collect(Collectors.toUnmodifiableMap(
                        OperatorConfig::profile, operator -> ofDeals(operator.roles()), (one, _) -> one));
    }

    private static Set<Role> ofDeals(Set<OperatorRole> configured) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (OperatorRole role : configured) {
            switch (role) {
                case HOLDER -> roles.add(Role.HOLDER);
                case CARRIER -> roles.add(Role.CARRIER);
                case MARKETPLACE -> roles.add(Role.MARKETPLACE);
                case SELLER, BUYER, CLOSING -> {
                    // a deal's buyer is known by its key, its seller by a grant
                }
            }
        }
        return roles;
    }

    private static Map<String, String> names(List<OperatorConfig> operators) {
        return operators.stream()
                .collect(Collectors.toUnmodifiableMap(OperatorConfig::profile, OperatorConfig::name, (one, _) -> one));
    }

    private static Set<String> closing(List<OperatorConfig> operators) {
        return operators.stream()
                .filter(operator -> operator.roles().contains(OperatorRole.CLOSING))
                .map(OperatorConfig::profile)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<String> get() {
        return profiles;
    }

    private static Set<String> profiles(List<OperatorConfig> operators) {
        return operators.stream().map(OperatorConfig::profile).collect(Collectors.toUnmodifiableSet());
    }
}
