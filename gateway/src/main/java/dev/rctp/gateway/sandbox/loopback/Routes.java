package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.registries.InvalidJsonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

/** TEST ONLY: the table of a server's paths; unknown ones answer 404, a wrong method 405, bad JSON 400. */
public final class Routes implements LoopbackServer.Door {

    /** What answers one route. */
    public interface Target {
        /** The answer, given the path segments that the template's placeholders took, in order and as raw as sent. */
        Outgoing answer(Incoming request, List<String> captured)
                throws IOException, InterruptedException, InvalidJsonException;
    }

    private record Route(String method, List<String> template, Target target) {}

    private final List<Route> routes = new ArrayList<>();

    /** Adds a route; the template's segments in braces take any one segment that is not empty. */
    public Routes on(String method, String template, Target target) {
        routes.add(new Route(method, segments(template), target));
        return this;
    }

    @Override
    public Outgoing answer(Incoming request) throws IOException, InterruptedException {
        List<String> path = segments(request.path());
        int status = 404;
        for (Route route : routes) {
            Optional<List<String>> captured = capture(route.template(), path);
            if (captured.isPresent()) {
                if (serves(route, request)) {
                    return answer(route, request, captured.get());
                }
                status = 405;
            }
        }
        return Outgoing.empty(status);
    }

    private static boolean serves(Route route, Incoming request) {
        return route.method().equals(request.method())
                || (route.method().equals("GET") && request.method().equals("HEAD"));
    }

    private static Outgoing answer(Route route, Incoming request, List<String> captured)
            throws IOException, InterruptedException {
        try {
            return route.target().answer(request, captured);
        } catch (InvalidJsonException e) {
            return Outgoing.json(
                    400,
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("error", "invalid_request")
                            .put("error_description", String.valueOf(e.getMessage())));
        }
    }

    private static Optional<List<String>> capture(List<String> template, List<String> path) {
        if (template.size() != path.size()) {
            return Optional.empty();
        }
        List<String> captured = new ArrayList<>();
        for (int i = 0; i < template.size(); i++) {
            if (template.get(i).startsWith("{") && !path.get(i).isEmpty()) {
                captured.add(path.get(i));
            } else if (!template.get(i).equals(path.get(i))) {
                return Optional.empty();
            }
        }
        return Optional.of(captured);
    }

    private static List<String> segments(String path) {
        return List.of(path.split("/", -1));
    }
}
