package dev.rctp.gateway.config;

import dev.rctp.registries.Action;
import dev.rctp.registries.Actions;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Checks {@code routes}, {@code allowed_tiers} and {@code ungoverned.writes} against the registered actions (DEC-4, PRX-4). */
final class ActionChecks {

    private final Actions actions;
    private final JsonNode root;
    private final FaultList faults;
    private final Map<String, Route> governed = new LinkedHashMap<>();

    ActionChecks(Actions actions, JsonNode root, FaultList faults) {
        this.actions = actions;
        this.root = root;
        this.faults = faults;
    }

    void run() {
        for (Action action : actions.all()) {
            EffectiveActions.defaultRoute(action).ifPresent(route -> governed.put(action.name(), route));
        }
        root.path("routes").properties().forEach(entry -> route(entry.getKey(), entry.getValue()));
        root.path("allowed_tiers").properties().forEach(entry -> tiers(entry.getKey(), entry.getValue()));
        overlaps();
        writes();
    }

    private void route(String verb, JsonNode value) {
        String path = "/routes/" + verb;
        Optional<Route> given = routeIn(path, value);
        Optional<Action> action = actions.find(verb);
        if (action.isEmpty()) {
            faults.add(path, "is not a registered action");
        } else if (!governed.containsKey(verb)) {
            faults.add(path, "has no route in this version");
        } else if (given.isPresent()) {
            Set<String> placeholders =
                    EffectiveActions.defaultRoute(action.get()).orElseThrow().placeholders();
            if (!given.get().placeholders().equals(placeholders)) {
                faults.add(path, "must have the placeholders of the default route: " + String.join(", ", placeholders));
            }
            governed.put(verb, given.get());
        }
    }

    private Optional<Route> routeIn(String path, JsonNode value) {
        Optional<Route> route = value.isString() ? Route.parse(value.stringValue()) : Optional.empty();
        if (value.isString() && route.filter(r -> !r.repeatsPlaceholder()).isEmpty()) {
            faults.add(path, "must be a method and a path template such as POST /offers/{offer_id}/accept");
        }
        return route;
    }

    private void overlaps() {
        Set<String> seen = new HashSet<>();
        governed.forEach((verb, route) -> {
            seen.add(verb);
            governed.forEach((other, theirs) -> {
                if (!seen.contains(other) && route.overlaps(theirs)) {
                    String configured = root.path("routes").has(verb) ? verb : other;
                    faults.add("/routes/" + configured, verb + " and " + other + " would share calls");
                }
            });
        });
    }

    private void writes() {
        JsonNode writes = root.at("/ungoverned/writes");
        for (int i = 0; i < writes.size(); i++) {
            String path = "/ungoverned/writes/" + i;
            routeIn(path, writes.path(i))
                    .ifPresent(write -> governed.forEach((verb, route) -> {
                        if (write.overlaps(route)) {
                            faults.add(path, "covers calls of " + verb + ", which are governed (PRX-4)");
                        }
                    }));
        }
    }

    private void tiers(String verb, JsonNode value) {
        String path = "/allowed_tiers/" + verb;
        Optional<Action> action = actions.find(verb);
        if (action.isEmpty()) {
            faults.add(path, "is not a registered action");
        } else if (action.get().fixed()) {
            faults.add(path, "is always forbidden, by no configuration otherwise (DEC-4, INV-3)");
        } else if (!verb.equals(EffectiveActions.CREATE)) {
            faults.add(path, "has the tiers that the protocol gives it; only listing.create may be given auto (DEC-4)");
        } else if (value.isArray() && !EffectiveActions.isAskPerhapsAuto(value)) {
            faults.add(path, "must be ask, or auto and ask (DEC-4)");
        }
    }
}
