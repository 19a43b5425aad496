package dev.rctp.gateway;

import dev.rctp.gateway.config.OperatorConfig;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The profile URLs of the operators onboarded now (OPR-1); an operator that is taken out is nobody at its next call (OPR-6). */
final class Onboarded implements Supplier<Set<String>> {

    private volatile Set<String> profiles;

    Onboarded(List<OperatorConfig> operators) {
        this.profiles = profiles(operators);
    }

    void reload(List<OperatorConfig> operators) {
        profiles = profiles(operators);
    }

    @Override
    public Set<String> get() {
        return profiles;
    }

    private static Set<String> profiles(List<OperatorConfig> operators) {
        return operators.stream().map(OperatorConfig::profile).collect(Collectors.toUnmodifiableSet());
    }
}
