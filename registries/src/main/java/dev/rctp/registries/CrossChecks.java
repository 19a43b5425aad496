package dev.rctp.registries;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What one registry file's schema can't see: that entries and files agree with each other and with the code. */
final class CrossChecks {

    /** The terms by which offers and deals are judged, whatever the set. */
    private static final Map<String, Class<? extends TermType>> JUDGED = new TreeMap<>(Map.of(
            "available_until", TermType.Timestamp.class,
            "fulfillment_options", TermType.Choices.class,
            "payment_terms", TermType.Choices.class,
            "release_condition", TermType.Release.class,
            "deliver_within_days", TermType.Whole.class));

    private CrossChecks() {}

    /** Throws {@link IllegalStateException} naming the file and its first fault. */
    static void check(Registries registries) {
        registries.actions().all().forEach(CrossChecks::checkAction);
        checkScopesAndRoutes(registries.actions());
        checkReasons(registries);
        checkReleaseConditions(registries);
        registries.termSets().values().forEach(set -> checkTermSet(set, registries));
        long defaults = registries.termSets().values().stream()
                .filter(TermSet::byDefault)
                .count();
        require(defaults == 1, "term-sets", "exactly one is the default, not " + defaults);
    }

    private static void checkAction(Action action) {
        String file = "actions.json: " + action.name();
        String scope = action.scope();
        if (action.fixed()) {
            require(scope == null, file, "a fixed rule has no scope (INV-3)");
            require(action.defaultTier() == Tier.FORBID, file, "a fixed rule is forbid (INV-3)");
            require(action.allowedTiers().isEmpty(), file, "a fixed rule leaves no tier to choose (INV-3)");
        } else if (scope == null) {
            require(action.side() != Side.SELLER, file, "a seller's action has a scope or is fixed");
            require(action.defaultTier() == null && action.allowedTiers().isEmpty(), file, "no scope, so no tier");
        } else {
            require(action.side() == Side.SELLER, file, "only a seller's action has a scope");
            require(
                    action.defaultTier() != null && action.allowedTiers().contains(action.defaultTier()),
                    file,
                    "the default tier is one of the allowed ones");
        }
    }

    private static void checkScopesAndRoutes(Actions actions) {
        Set<String> seen = new HashSet<>();
        for (Action action : actions.all()) {
            String file = "actions.json: " + action.name();
            require(action.scope() == null || seen.add(action.scope()), file, "another action has its scope");
            require(action.path() == null || seen.add(route(action)), file, "another action has its route");
        }
    }

    private static String route(Action action) {
        return action.method() + " " + String.valueOf(action.path()).replaceAll("\\{[^}]*}", "{}");
    }

    private static void checkReasons(Registries registries) {
        for (Reason reason : Reason.values()) {
            ReasonCode code = registries.reasonCodes().get(reason);
            require(
                    code != null && code.status() == reason.status(),
                    "reason-codes.json",
                    reason.code() + " has status " + reason.status());
        }
    }

    private static void checkReleaseConditions(Registries registries) {
        for (ReleaseCondition condition : registries.releaseConditions().all()) {
            require(
                    registries.checkpoints().find(condition.checkpoint()).isPresent(),
                    "release-conditions.json: " + condition.id(),
                    "its checkpoint is not in checkpoints.json");
        }
    }

    private static void checkTermSet(TermSet set, Registries registries) {
        Set<String> names = new HashSet<>();
        for (Term term : set.terms()) {
            String file = "term-sets: " + set.id() + ": " + term.name();
            require(names.add(term.name()), file, "stands there twice");
            checkTerm(term, file, registries);
        }
        require(
                set.term("floor").filter(CrossChecks::isFloor).isPresent(),
                "term-sets: " + set.id(),
                "the floor is a private and required amount of money (LST-2)");
        JUDGED.forEach((name, type) -> require(
                set.term(name).filter(term -> isPublic(term, type)).isPresent(),
                "term-sets: " + set.id() + ": " + name,
                "is public, always there, and of type " + type.getSimpleName() + " (LST-2)"));
    }

    private static boolean isPublic(Term term, Class<? extends TermType> type) {
        return !term.isPrivate() && type.isInstance(term.type()) && (term.required() || term.defaultValue() != null);
    }

    private static boolean isFloor(Term term) {
        return term.isPrivate() && term.required() && term.type() instanceof TermType.Amount;
    }

    private static void checkTerm(Term term, String file, Registries registries) {
        require(term.defaultValue() == null || !term.required(), file, "a required term needs no default");
        switch (term.type()) {
            case TermType.Whole(long minimum, long maximum) ->
                require(minimum <= maximum, file, "no number is possible");
            case TermType.Amount(Integer minimum, Integer maximum) ->
                require(minimum == null || maximum == null || minimum <= maximum, file, "no amount is possible");
            case TermType.Choice(List<String> values) -> checkDefault(term, values, file);
            case TermType.Release(List<String> values) -> {
                checkDefault(term, values, file);
                values.forEach(id -> require(
                        registries.releaseConditions().find(id).isPresent(), file, id + " is not a release condition"));
            }
            default -> require(term.defaultValue() == null, file, "a term of this type has no default");
        }
    }

    private static void checkDefault(Term term, List<String> values, String file) {
        require(
                term.defaultValue() == null
                        || values.contains(term.defaultValue().stringValue(null)),
                file,
                "the default is not one of the values");
    }

    private static void require(boolean holds, String where, String rule) {
        if (!holds) {
            throw new IllegalStateException(where + ": " + rule);
        }
    }
}
