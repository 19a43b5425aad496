package dev.rctp.gateway.config;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A method and a path template, written as {@code POST /offers/{offer_id}/accept}.
 *
 * @param method POST, PUT, PATCH or DELETE
 * @param path begins with a slash; a segment is fixed text or one placeholder in braces
 */
public record Route(String method, String path) {

    private static final String FIXED = "[A-Za-z0-9_~-][A-Za-z0-9._~-]*";
    private static final Pattern SYNTAX =
            Pattern.compile("(POST|PUT|PATCH|DELETE) ((?:/(?:" + FIXED + "|\\{[a-z][a-z0-9_]*}))+)");

    /** The route written so; empty for any other text. */
    public static Optional<Route> parse(String text) {
        Matcher m = SYNTAX.matcher(text);
        return m.matches() ? Optional.of(new Route(m.group(1), m.group(2))) : Optional.empty();
    }

    /** The names of the placeholders. */
    Set<String> placeholders() {
        return segments().stream().filter(Route::isPlaceholder).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the same placeholder stands in two segments. */
    boolean repeatsPlaceholder() {
        return segments().stream().filter(Route::isPlaceholder).count()
                != placeholders().size();
    }

    /** Whether some call, letters' case aside, fits both routes (PRX-4). */
    boolean overlaps(Route other) {
        List<String> mine = segments();
        List<String> theirs = other.segments();
        if (!method.equals(other.method) || mine.size() != theirs.size()) {
            return false;
        }
        for (int i = 0; i < mine.size(); i++) {
            if (!meets(mine.get(i), theirs.get(i))) {
                return false;
            }
        }
        return true;
    }

    private List<String> segments() {
        return List.of(path.substring(1).split("/", -1));
    }

    private static boolean isPlaceholder(String segment) {
        return segment.startsWith("{");
    }

    private static boolean meets(String a, String b) {
        return isPlaceholder(a)
                || isPlaceholder(b)
                || a.toLowerCase(Locale.ROOT).equals(b.toLowerCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return method + " " + path;
    }
}
