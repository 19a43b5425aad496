package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.net.URLDecoder;

/** The query's parameter {@code _method}, by which some frameworks take a request's method for another (PRX-4). */
final class QueryOverride {

    private static final String NAME = "_method";

    private QueryOverride() {}

    /** Whether a server may find it in a raw query whose percent-encodings are well-formed. */
    static boolean isIn(String query) {
        for (String parameter : query.split("[&;]", -1)) {
            int sign = parameter.indexOf('=');
            if (isName(sign < 0 ? parameter : parameter.substring(0, sign))) {
                return true;
            }
        }
        return false;
    }

    /** As the most lenient server reads a name: decoded, without what comes after a NUL, a bracket or around it, other marks as underscores. */
    private static boolean isName(String raw) {
        String name = URLDecoder.decode(raw, ISO_8859_1).strip();
        if (name.length() < NAME.length() || !isEnd(name)) {
            return false;
        }
        String first = name.charAt(0) == '.' || name.charAt(0) == '[' ? "_" : name.substring(0, 1);
        return (first + name.substring(1, NAME.length())).equalsIgnoreCase(NAME);
    }

    private static boolean isEnd(String name) {
        return name.length() == NAME.length() || "\0[".indexOf(name.charAt(NAME.length())) >= 0;
    }
}
