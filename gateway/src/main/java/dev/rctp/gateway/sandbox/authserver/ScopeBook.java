package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.registries.Action;
import dev.rctp.registries.Tier;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** TEST ONLY: the scopes there are, and which rule will hold for each (DEC-4). */
final class ScopeBook {

    private final Map<String, Action> byScope = new TreeMap<>();

    /** The scopes of these actions. */
    ScopeBook(List<Action> actions) {
        for (Action action : actions) {
            if (action.scope() != null) {
                byScope.put(action.scope(), action);
            }
        }
    }

    /** All scopes, in alphabetical order. */
    Set<String> names() {
        return byScope.keySet();
    }

    /** Whether each scope is known and may have the tier asked for it. */
    boolean allows(Map<String, String> tiers) {
        return tiers.entrySet().stream().allMatch(t -> allows(t.getKey(), t.getValue()));
    }

    private boolean allows(String scope, String tier) {
        Action action = byScope.get(scope);
        return action != null
                && Tier.ofToken(tier).filter(action.allowedTiers()::contains).isPresent();
    }

    /** The verb of this scope; the scope itself where there is none. */
    String verb(String scope) {
        Action action = byScope.get(scope);
        return action == null ? scope : action.name();
    }

    /** The rule that will hold for this scope under these tiers (DEC-4): what the person has to be told. */
    Tier effective(String scope, Map<String, String> tiers) {
        Action action = byScope.get(scope);
        if (action == null) {
            return Tier.FORBID;
        }
        Optional<Tier> chosen = Optional.ofNullable(tiers.get(scope))
                .flatMap(Tier::ofToken)
                .filter(t -> t == Tier.FORBID || action.allowedTiers().contains(t));
        Tier fallback = action.defaultTier();
        return chosen.orElse(fallback == null ? Tier.FORBID : fallback);
    }
}
