package dev.rctp.registries;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code actions.json}: something an agent can do (protocol section 4).
 *
 * @param name the verb, such as {@code offer.accept}
 * @param side whose agent performs it
 * @param scope the OAuth scope that allows it; null where it has none
 * @param method the HTTP method of its default route; null where it has no route in v0.2
 * @param path the path template of its default route; null where it has no route in v0.2
 * @param defaultTier the tier without a valid one in the grant; null where it has no tier
 * @param allowedTiers the tiers a grant may choose; empty where it has none to choose
 * @param fixed whether {@code defaultTier} can't be changed by anyone (INV-3)
 */
public record Action(
        String name,
        Side side,
        @Nullable String scope,
        @Nullable String method,
        @Nullable String path,
        @Nullable Tier defaultTier,
        Set<Tier> allowedTiers,
        boolean fixed) {

    /** Keeps its own copy of the allowed tiers. */
    public Action {
        allowedTiers = Set.copyOf(allowedTiers);
    }
}
