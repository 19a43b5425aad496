package dev.rctp.gateway.http.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** A path with variables, such as {@code /listings/{listing_id}/offers}; paths are compared raw, octet by octet. */
final class PathTemplate {

    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z_]+)}");

    private final List<String> segments;

    /** Throws {@link IllegalArgumentException} for a template that is no absolute path. */
    PathTemplate(String template) {
        if (!template.startsWith("/") || template.endsWith("/") || template.contains("//")) {
            throw new IllegalArgumentException("not a path template: " + template);
        }
        this.segments = split(template);
    }

    /** The variables' values, if the path has this shape. */
    Optional<Map<String, String>> match(String path) {
        List<String> given = split(path);
        if (given.size() != segments.size()) {
            return Optional.empty();
        }
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 0; i < segments.size(); i++) {
            var variable = VARIABLE.matcher(segments.get(i));
            if (variable.matches()) {
                values.put(variable.group(1), given.get(i));
            } else if (!segments.get(i).equals(given.get(i))) {
                return Optional.empty();
            }
        }
        return values.containsValue("") ? Optional.empty() : Optional.of(values);
    }

    private static List<String> split(String path) {
        return List.of(path.split("/", -1));
    }
}
