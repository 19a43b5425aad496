package dev.rctp.gateway.explain;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Takes credentials and control characters out of everything that is told of a request, and out of its base the values of all
 * fields that aren't known to be harmless.
 */
final class Redaction {

    private static final String NAMES =
            "(?:token|secret|passw|pwd|api[-_]?key|credential|session|jwt|assertion|auth(?!ority))";
    private static final Pattern SECRET_NAME = Pattern.compile("(?i)" + NAMES);
    private static final Pattern SECRET_LINE = Pattern.compile(
            "(?i)^(\"?(?:authorization|proxy-authorization|cookie|x-api-key|[a-z0-9-]{0,64}(?:token|secret)[a-z0-9-]{0,64})\"?[^:]{0,64}:\\s?)(.*)$");
    private static final Pattern BEARER = Pattern.compile("(?i)\\b(bearer|basic|dpop)[: ]+([A-Za-z0-9._~+/=%-]{4,})");
    private static final Pattern QUERY =
            Pattern.compile("(?i)([?&][^=&\\s\"]{0,64}" + NAMES + "[^=&\\s\"]{0,64}=)(?!\\[not shown])([^&\\s\"]+)");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]");

    /** Name, parameters and value of a line of a base, as carelessly as signers write it. */
    private static final Pattern BASE_LINE = Pattern.compile(
            "^(\\s*+\"?(@?[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}+)\"?((?:;[a-z]{1,16}+(?:=\"[^\"]*+\")?+)*+)\"?\\s*+:\\s?)(.*)$");

    /** What SIG-2 names, but the token, and what says nothing of anyone. */
    private static final Set<String> HARMLESS = Set.of(
            "accept",
            "accept-encoding",
            "accept-language",
            "cache-control",
            "content-digest",
            "content-encoding",
            "content-language",
            "content-length",
            "content-type",
            "date",
            "digest",
            "host",
            "idempotency-key",
            "request-id",
            "signature",
            "signature-agent",
            "signature-input",
            "ucp-agent",
            "user-agent");

    private final Set<String> secrets = new HashSet<>();

    /**
     * Knows what is secret in a request.
     *
     * @param signerBase the base that was given with the request; null for none
     */
    Redaction(CapturedRequest request, byte @Nullable [] signerBase) {
        request.lines()
                .forEach(line -> collect(line.name() + ": " + line.value().strip()));
        collect(request.path() + (request.query() == null ? "" : "?" + request.query()));
        if (signerBase != null) {
            new String(signerBase, StandardCharsets.ISO_8859_1).lines().forEach(this::collect);
        }
        secrets.removeIf(secret -> secret.length() < 4);
    }

    private void collect(String text) {
        collect(BEARER, text);
        collect(QUERY, text);
        collect(SECRET_LINE, text);
        Matcher line = BASE_LINE.matcher(text);
        if (line.matches() && isSecretParameter(line)) {
            secrets.add(line.group(4));
        }
    }

    private void collect(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        while (found.find()) {
            secrets.add(found.group(2));
            decoded(found.group(2)).ifPresent(secrets::add);
        }
    }

    private static Optional<String> decoded(String secret) {
        try {
            return Optional.of(URLDecoder.decode(secret, StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // not percent-encoded
        }
    }

    /** A sentence, without what is secret. */
    String clean(String text) {
        Matcher line = SECRET_LINE.matcher(text);
        return line.matches() ? hidden(line.group(1), line.group(2)) : withoutSecrets(text);
    }

    /** A line of a base: values of fields that may be secret are left out. */
    String cleanLine(String text) {
        Matcher line = BASE_LINE.matcher(text);
        if (!line.matches()) {
            return clean(text);
        }
        String name = line.group(2).toLowerCase(Locale.ROOT);
        boolean shown = name.startsWith("@") ? !isSecretParameter(line) : HARMLESS.contains(name);
        return shown ? withoutSecrets(text) : hidden(line.group(1), line.group(4));
    }

    private static boolean isSecretParameter(Matcher line) {
        return line.group(2).equals("@query-param")
                && SECRET_NAME.matcher(line.group(3)).find();
    }

    private String hidden(String name, String value) {
        return withoutSecrets(name) + "[" + value.length() + " characters, not shown]";
    }

    private String withoutSecrets(String text) {
        String kept = text;
        for (String secret : longestFirst()) {
            kept = kept.replace(secret, "[not shown]");
        }
        return CONTROL.matcher(QUERY.matcher(kept).replaceAll("$1[not shown]")).replaceAll("\ufffd");
    }

    private List<String> longestFirst() {
        return secrets.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
    }

    /** A base, line by line. */
    String cleanLines(String base) {
        return Arrays.stream(base.split("\n", -1)).map(this::cleanLine).collect(Collectors.joining("\n"));
    }

    @Nullable
    Difference clean(@Nullable Difference difference) {
        return difference == null
                ? null
                : new Difference(
                        difference.line(),
                        difference.expected() == null ? null : cleanLine(difference.expected()),
                        difference.signed() == null ? null : cleanLine(difference.signed()),
                        difference.column());
    }
}
