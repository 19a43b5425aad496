package dev.rctp.gateway.enforce;

import dev.rctp.grant.Grant;
import dev.rctp.registries.Action;
import dev.rctp.registries.Tier;
import java.util.Objects;

/** Which tier holds for a verb (DEC-4). */
final class TierRule {

    private TierRule() {}

    /** The grant's tier if it is {@code forbid} or within the allowed ones; otherwise the default. What needs no grant has no tier. */
    static Tier of(AdmittedCall call) {
        return switch (call) {
            case BuyerCall _, PartyCall _ -> Tier.AUTO;
            case GrantedCall granted -> of(granted, of(granted.operation().action(), granted.grant()));
        };
    }

    /** What its seller has approved is asked no more (APR-6). */
    private static Tier of(GrantedCall call, Tier tier) {
        return tier == Tier.ASK && call.approval() != null ? Tier.AUTO : tier;
    }

    private static Tier of(Action action, Grant grant) {
        Tier byDefault = Objects.requireNonNull(action.defaultTier(), "a verb with a scope has a default tier");
        if (action.fixed() || action.scope() == null) {
            return byDefault;
        }
        Tier granted = grant.tiers().get(action.scope());
        if (granted == Tier.FORBID || (granted != null && action.allowedTiers().contains(granted))) {
            return granted;
        }
        return byDefault;
    }
}
