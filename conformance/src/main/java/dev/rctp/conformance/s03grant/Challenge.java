package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.wire.Answer;
import java.util.LinkedHashMap;
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

    private static final Pattern PARAMETER =
            Pattern.compile("([A-Za-z0-9_-]+)\\s*=\\s*(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|([^\\s,]+))");

    /** The answer's challenge; one without a scheme where there is none. */
    static Challenge of(Answer answer) {
        String field = String.join(", ", answer.headers("WWW-Authenticate"));
        int space = field.indexOf(' ');
        Map<String, String> parameters = new LinkedHashMap<>();
        Matcher found = PARAMETER.matcher(space < 0 ? "" : field.substring(space));
        while (found.find()) {
            String value =
                    found.group(2) == null ? found.group(3) : found.group(2).replaceAll("\\\\(.)", "$1");
            parameters.put(found.group(1).toLowerCase(Locale.ROOT), value);
        }
        return new Challenge(space < 0 ? field : field.substring(0, space), parameters);
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
