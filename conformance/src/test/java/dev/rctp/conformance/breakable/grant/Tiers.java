package dev.rctp.conformance.breakable.grant;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.GrantView;
import dev.rctp.registries.Action;
import dev.rctp.registries.Tier;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Which tier a call has (DEC-4). */
public final class Tiers {

    private final BreakableConfig config;
    private final Set<Fault> faults;

    /** With the configuration's {@code allowed_tiers}. */
    public Tiers(BreakableConfig config, Set<Fault> faults) {
        this.config = config;
        this.faults = faults;
    }

    /** What a grant may choose for an action. */
    public Set<Tier> allowed(Action action) {
        Set<Tier> allowed = EnumSet.noneOf(Tier.class);
        allowed.addAll(action.allowedTiers());
        config.file()
                .path("allowed_tiers")
                .path(action.name())
                .valueStream()
                .flatMap(name -> Tier.ofToken(name.asString("")).stream())
                .forEach(allowed::add);
        return allowed;
    }

    /** The tier of a call under this grant. */
    public Tier of(Action action, GrantView grant) {
        Optional<Tier> granted =
                Optional.ofNullable(grant.tiers().get(action.scope())).flatMap(Tier::ofToken);
        Tier usual = action.defaultTier() == null ? Tier.FORBID : action.defaultTier();
        if (faults.contains(Fault.DEC_DEFAULT_TIER_ALWAYS)) {
            return usual;
        }
        if (faults.contains(Fault.DEC_ALLOWED_TIERS_IGNORED)) {
            return granted.orElse(usual);
        }
        if (granted.isPresent() && granted.get() == Tier.FORBID) {
            return faults.contains(Fault.DEC_GRANTED_FORBID_IGNORED) ? usual : Tier.FORBID;
        }
        if (granted.isEmpty() && faults.contains(Fault.DEC_NO_TIER_IS_AUTO)) {
            return Tier.AUTO;
        }
        return granted.filter(allowed(action)::contains).orElse(usual);
    }
}
