package dev.rctp.gateway.sandbox.loopback;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** TEST ONLY: parameters in {@code application/x-www-form-urlencoded} form; an empty value counts as absent (RFC 6749 3.1). */
public final class Form {

    private final Map<String, List<String>> parameters = new LinkedHashMap<>();

    private Form() {}

    /** The parameters of this text; a broken escape makes that parameter's value empty. */
    public static Form parse(String text) {
        Form form = new Form();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            String name = decode(equals < 0 ? pair : pair.substring(0, equals));
            String value = equals < 0 ? "" : decode(pair.substring(equals + 1));
            if (!value.isEmpty()) {
                form.parameters.computeIfAbsent(name, n -> new ArrayList<>(1)).add(value);
            }
        }
        return form;
    }

    /** The value of this parameter; empty where it is absent or sent more than once. */
    public Optional<String> get(String name) {
        List<String> values = parameters.getOrDefault(name, List.of());
        return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
    }

    /** Whether some parameter was sent more than once, which OAuth forbids (RFC 6749 3.1, 3.2). */
    public boolean repeats() {
        return parameters.values().stream().anyMatch(values -> values.size() > 1);
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return "";
        }
    }
}
