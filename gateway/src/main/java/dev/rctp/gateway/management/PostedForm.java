package dev.rctp.gateway.management;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The fields of a posted form (application/x-www-form-urlencoded), one character for each octet. */
final class PostedForm {

    private PostedForm() {}

    /** Empty where the form is malformed or has a field twice. */
    static Optional<Map<String, String>> read(byte[] body) {
        Map<String, String> fields = new HashMap<>();
        try {
            for (String pair : new String(body, StandardCharsets.ISO_8859_1).split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
                if (fields.put(name, value) != null) {
                    return Optional.empty();
                }
            }
            return Optional.of(fields);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.ISO_8859_1);
    }
}
