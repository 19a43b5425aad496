package dev.rctp.conformance.wire;

import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The value of a covered component in a request's signature base (RFC 9421 2). */
final class BaseValues {

    private static final Pattern COMPONENT = Pattern.compile("\"([^\"]+)\"(.*)");
    private static final Pattern MEMBER = Pattern.compile(";key=\"([^\"]+)\"");

    private BaseValues() {}

    /** The value; of a component that isn't there, an empty text. */
    static String of(String component, RawRequest request, String scheme) {
        Matcher parts = COMPONENT.matcher(component);
        if (!parts.matches()) {
            return "";
        }
        String target = request.target();
        int mark = target.indexOf('?');
        String authority = authority(request, scheme);
        return switch (parts.group(1)) {
            case "@method" -> request.method();
            case "@authority" -> authority;
            case "@scheme" -> scheme;
            case "@request-target" -> target;
            case "@target-uri" -> scheme + "://" + authority + target;
            case "@path" -> mark < 0 ? target : target.substring(0, mark);
            case "@query" -> mark < 0 ? "?" : target.substring(mark);
            default -> field(parts.group(1), parts.group(2), request);
        };
    }

    private static String authority(RawRequest request, String scheme) {
        String host = Objects.requireNonNullElse(request.header("host"), "").toLowerCase(Locale.ROOT);
        String usual = scheme.equals("https") ? ":443" : ":80";
        return host.endsWith(usual) ? host.substring(0, host.length() - usual.length()) : host;
    }

    private static String field(String name, String parameters, RawRequest request) {
        String all = request.headers().stream()
                .filter(field -> field.is(name))
                .map(field -> field.value().strip())
                .collect(Collectors.joining(", "));
        Matcher member = MEMBER.matcher(parameters);
        return member.find() ? member(all, member.group(1)) : all;
    }

    /** A Dictionary's member of simple form (RFC 9421 2.1.2). */
    private static String member(String dictionary, String key) {
        for (String part : dictionary.split(",\\s*", -1)) {
            if (part.startsWith(key + "=")) {
                return part.substring(key.length() + 1);
            }
        }
        return "";
    }
}
