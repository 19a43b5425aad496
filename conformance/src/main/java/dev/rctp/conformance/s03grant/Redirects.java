package dev.rctp.conformance.s03grant;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a redirect tells the client (RFC 6749 4.1.2). */
final class Redirects {

    private Redirects() {}

    /** The parameters of its query. */
    static Map<String, String> parameters(URI location) {
        Map<String, String> all = new LinkedHashMap<>();
        String query = location.getRawQuery();
        if (query != null) {
            for (String pair : query.split("&", -1)) {
                int mark = pair.indexOf('=');
                all.put(
                        decoded(mark < 0 ? pair : pair.substring(0, mark)),
                        mark < 0 ? "" : decoded(pair.substring(mark + 1)));
            }
        }
        return all;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            return text; // no percent-encoding: as it stands
        }
    }
}
