package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.wire.Answer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What {@code WWW-Authenticate} says (RFC 9110 11.6.1, RFC 6750 3).
 *
 * @param scheme the authentication scheme
 * @param parameters its parameters, by lower-case name
 */
record Challenge(String scheme, Map<String, String> parameters) {

    // a scheme, or a parameter of the scheme before it
    private static final Pattern ELEMENT =
            Pattern.compile("([A-Za-z0-9_-]++)(?:\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,]+)))?");

    /** The answer's challenge for Bearer, or else its first one; one without a scheme where there is none. */
    static Challenge of(Answer answer) {
        List<Challenge> all = new ArrayList<>();
        Matcher found = ELEMENT.matcher(String.join(", ", answer.headers("WWW-Authenticate")));
        while (found.find()) {
            String value =
                    found.group(2) == null ? found.group(3) : found.group(2).replaceAll("\\\\(.)", "$1");
            if (value == null) {
                all.add(new Challenge(found.group(1), new LinkedHashMap<>()));
            } else if (!all.isEmpty()) {
                all.getLast().parameters().put(found.group(1).toLowerCase(Locale.ROOT), value);
            }
        }
        return all.stream()
                .filter(Challenge::isBearer)
                .findFirst()
                .orElseGet(() -> all.isEmpty() ? new Challenge("", Map.of()) : all.getFirst());
    }

    /** Whether the scheme is {@code Bearer}. */
    boolean isBearer() {
        return scheme.equalsIgnoreCase("Bearer");
    }

    /** A parameter; null where there is none. */
    @Nullable
    String get(String name) {
        return parameters.get(name);
    }
}
