package dev.rctp.conformance.plan;

import dev.rctp.registries.Action;
import dev.rctp.registries.Actions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;

/** Method and path of each verb (section 4). */
public final class Routes {

    private final Map<String, String> byVerb = new HashMap<>();

    /** The default routes but for those given, each such as {@code POST /listings}. */
    public Routes(Actions actions, Map<String, String> others) {
        for (Action action : actions.all()) {
            if (action.method() != null && action.path() != null) {
                byVerb.put(action.name(), action.method() + " " + action.path());
            }
        }
        byVerb.putAll(others);
    }

    /** The verb's method. */
    public String method(String verb) {
        return route(verb).split(" ", 2)[0];
    }

    /** The verb's path with the id in its place, percent-encoded where it has to be (RFC 3986 section 2.1). */
    public String path(String verb, String id) {
        return route(verb).split(" ", 2)[1].replaceAll("\\{[a-z_]+}", Matcher.quoteReplacement(encoded(id)));
    }

    private static String encoded(String id) {
        return URLEncoder.encode(id, StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%7E", "~")
                .replace("*", "%2A");
    }

    private String route(String verb) {
        String route = byVerb.get(verb);
        if (route == null) {
            throw new IllegalArgumentException("no route of " + verb);
        }
        return route;
    }
}
