package dev.rctp.gateway.explain;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes credentials and control characters out of everything that is told of a request. */
final class Redaction {

    private static final Pattern SECRET_LINE = Pattern.compile(
            "(?i)^(\"?(?:authorization|proxy-authorization|cookie|x-api-key|[a-z0-9-]{0,64}(?:token|secret)[a-z0-9-]{0,64})\"?[^:]{0,64}:\\s?)(.*)$");
    private static final Pattern BEARER = Pattern.compile("(?i)\\b(?:bearer|basic|dpop)[: ]+([A-Za-z0-9._~+/=%-]{4,})");
    private static final Pattern QUERY = Pattern.compile("(?i)[?&][^=&]{0,64}(?:token|secret|password)=([^&\\s\"]+)");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]");

    private final Set<String> secrets = new HashSet<>();

    Redaction(CapturedRequest request) {
        for (CapturedRequest.Line line : request.lines()) {
            collect(BEARER, line.value());
            Matcher whole =
                    SECRET_LINE.matcher(line.name() + ": " + line.value().strip());
            if (whole.matches()) {
                secrets.add(whole.group(2));
            }
        }
        collect(BEARER, request.path());
        collect(QUERY, "?" + request.query());
        secrets.removeIf(secret -> secret.length() < 4);
    }

    private void collect(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        while (found.find()) {
            secrets.add(found.group(1));
        }
    }

    /** A sentence or a line of a base, without what is secret. */
    String clean(String text) {
        Matcher line = SECRET_LINE.matcher(text);
        String kept = line.matches() ? line.group(1) + "[" + line.group(2).length() + " characters, not shown]" : text;
        for (String secret : List.copyOf(secrets)) {
            kept = kept.replace(secret, "[not shown]");
        }
        return CONTROL.matcher(kept).replaceAll("\ufffd");
    }

    /** A base, line by line. */
    String cleanLines(String base) {
        return String.join(
                "\n",
                java.util.Arrays.stream(base.split("\n", -1)).map(this::clean).toList());
    }

    @Nullable
    Difference clean(@Nullable Difference difference) {
        return difference == null
                ? null
                : new Difference(
                        difference.line(),
                        difference.expected() == null ? null : clean(difference.expected()),
                        difference.signed() == null ? null : clean(difference.signed()),
                        difference.column());
    }
}
