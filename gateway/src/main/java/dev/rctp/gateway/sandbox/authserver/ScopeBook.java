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

    /** Whether each scope is known and its tier is one that there is; one the scope can't have counts as not chosen (DEC-4). */
    boolean allows(Map<String, String> tiers) {
        return tiers.entrySet().stream()
                .allMatch(t -> byScope.containsKey(t.getKey())
                        && Tier.ofToken(t.getValue()).isPresent());
    }

    /** The verb of this scope. */
    String verb(String scope) {
        return action(scope).name();
    }

    /** The rule that will hold for this scope under these tiers: what the person has to be told. */
    Tier effective(String scope, Map<String, String> tiers) {
        Action action = action(scope);
        Optional<Tier> chosen = Optional.ofNullable(tiers.get(scope))
                .flatMap(Tier::ofToken)
                .filter(t -> t == Tier.FORBID || action.allowedTiers().contains(t));
        Tier fallback = action.defaultTier();
        return chosen.orElse(fallback == null ? Tier.FORBID : fallback);
    }

    private Action action(String scope) {
        Action action = byScope.get(scope);
        if (action == null) {
            throw new IllegalArgumentException("no such scope");
        }
        return action;
    }
}
