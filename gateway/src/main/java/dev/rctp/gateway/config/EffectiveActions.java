package dev.rctp.gateway.config;

import dev.rctp.registries.Action;
import dev.rctp.registries.Actions;
import dev.rctp.registries.Tier;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The registered actions with the routes and tiers of a checked configuration. */
final class EffectiveActions {

    /** The one action whose tiers a marketplace may widen (DEC-4). */
    static final String CREATE = "listing.create";

    private EffectiveActions() {}

    static List<Action> of(Actions actions, JsonNode root) {
        return actions.all().stream().map(action -> configured(action, root)).toList();
    }

    private static Action configured(Action action, JsonNode root) {
        JsonNode given = root.path("routes").path(action.name());
        Optional<Route> route = given.isString() ? Route.parse(given.stringValue()) : defaultRoute(action);
        return new Action(
                action.name(),
                action.side(),
                action.scope(),
                route.map(Route::method).orElse(null),
                route.map(Route::path).orElse(null),
                action.defaultTier(),
                tiers(action, root.path("allowed_tiers").path(action.name())),
                action.fixed());
    }

    private static Set<Tier> tiers(Action action, JsonNode given) {
        return given.isArray()
                ? given.valueStream()
                        .flatMap(tier -> Tier.ofToken(tier.stringValue()).stream())
                        .collect(Collectors.toSet())
                : action.allowedTiers();
    }

    static boolean isAskPerhapsAuto(JsonNode tiers) {
        Set<String> names = tiers.valueStream().map(JsonNode::asString).collect(Collectors.toSet());
        return names.contains("ask") && Set.of("ask", "auto").containsAll(names);
    }

    static Optional<Route> defaultRoute(Action action) {
        return action.method() == null || action.path() == null
                ? Optional.empty()
                : Optional.of(new Route(action.method(), action.path()));
    }
}
