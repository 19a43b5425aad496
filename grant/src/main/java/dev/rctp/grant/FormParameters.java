package dev.rctp.grant;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Parameters in {@code application/x-www-form-urlencoded} form, as OAuth sends them (RFC 6749 appendix B). */
final class FormParameters {

    private FormParameters() {}

    static String encode(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(p -> encode(p.getKey()) + "=" + encode(p.getValue()))
                .collect(Collectors.joining("&"));
    }

    /** The parameters of a URI's raw query; empty where a name comes twice (RFC 6749 3.1). */
    static Optional<Map<String, String>> decode(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
            if (!pair.isEmpty() && parameters.put(name, value) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(parameters);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }
}
