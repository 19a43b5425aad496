package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.call.Verb;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which verb a method and path are, as configured (protocol section 4). */
final class Routes {

    private static final List<String> OWN = List.of("records", "approvals", "approve", "enroll");

    private final List<Route> governed = new ArrayList<>();
    private final List<Route> listedWrites = new ArrayList<>();
    private final boolean lowerCaseIds;

    Routes(BreakableConfig config) {
        for (Verb verb : Verb.values()) {
            String usual = verb.method() + " " + verb.path();
            String action = verb.action();
            Optional<String> other =
                    action == null ? Optional.empty() : config.optional("/routes/" + action.replace("~", "~0"));
            governed.add(Route.of(verb, other.orElse(usual)));
        }
        config.texts("/ungoverned/writes").forEach(write -> listedWrites.add(Route.of(Verb.READ_RECORD, write)));
        this.lowerCaseIds = config.optional("/listing_ids").orElse("").equals("lowercase");
    }

    /** A method and a path's segments; a segment in braces is a parameter. */
    private record Route(Verb verb, String method, List<String> segments) {

        static Route of(Verb verb, String text) {
            String[] parts = text.split(" ", 2);
            return new Route(verb, parts[0], List.of(parts[1].split("/", -1)));
        }

        boolean hasPath(String path) {
            List<String> given = List.of(path.split("/", -1));
            if (given.size() != segments.size()) {
                return false;
            }
            for (int i = 0; i < given.size(); i++) {
                boolean parameter = segments.get(i).startsWith("{");
                if (parameter ? given.get(i).isEmpty() : !segments.get(i).equals(given.get(i))) {
                    return false;
                }
            }
            return true;
        }

        Map<String, String> parameters(String path) {
            String[] given = path.split("/", -1);
            Map<String, String> parameters = new HashMap<>();
            for (int i = 0; i < given.length; i++) {
                String segment = segments.get(i);
                if (segment.startsWith("{")) {
                    parameters.put(segment.substring(1, segment.length() - 1), given[i]);
                }
            }
            return parameters;
        }
    }

    /**
     * A verb and what its path names.
     *
     * @param verb what the call does
     * @param parameters such as {@code listing_id}
     */
    record Match(Verb verb, Map<String, String> parameters) {}

    Optional<Match> governed(String method, String path) {
        return governed.stream()
                .filter(route -> route.method().equals(method) && route.hasPath(path))
                .findFirst()
                .map(route -> new Match(route.verb(), folded(route.parameters(path))));
    }

    /** Whether a path is one of a verb's or read's, whatever the method. */
    boolean isGoverned(String path) {
        return isOwn(path) || governed.stream().anyMatch(route -> route.hasPath(path));
    }

    /** Whether a path is a read's that the gateway answers itself, so that HEAD can't pass it by. */
    boolean isGovernedRead(String path) {
        return governed("GET", path).isPresent();
    }

    /** Whether all under a path is the gateway's own. */
    boolean isOwn(String path) {
        String[] segments = path.split("/", 3);
        return segments.length > 1 && OWN.contains(segments[1]);
    }

    /** Whether a write passes without a decision (PRX-4). */
    boolean isListedWrite(String method, String path) {
        return listedWrites.stream().anyMatch(route -> route.method().equals(method) && route.hasPath(path));
    }

    private Map<String, String> folded(Map<String, String> parameters) {
        if (lowerCaseIds) {
            parameters.computeIfPresent("listing_id", (_, id) -> id.toLowerCase(Locale.ROOT));
        }
        return parameters;
    }
}
