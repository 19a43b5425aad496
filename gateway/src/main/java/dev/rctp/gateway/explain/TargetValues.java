package dev.rctp.gateway.explain;

import dev.rctp.gateway.explain.LineChanges.Value;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What signers take for the derived components of the request's target (RFC 9421 2.2). */
final class TargetValues {

    private static final Pattern PORT = Pattern.compile(":[0-9]+$");
    private static final Pattern TRIPLET = Pattern.compile("%[0-9A-Fa-f]{2}");

    private final CapturedRequest request;
    private final Vantage vantage;

    TargetValues(CapturedRequest request, Vantage vantage) {
        this.request = request;
        this.vantage = vantage;
    }

    List<Value> of(String component, String right) {
        return switch (component) {
            case "@method" -> methods(right);
            case "@authority" -> authorities(right);
            case "@path" -> paths(right);
            case "@query" -> queries(right);
            case "@target-uri", "@request-target" -> wholes(component, right);
            case "@scheme" ->
                List.of(scheme(right.equals("https") ? "http" : "https"), scheme(right + "://"), scheme(right + ":"));
            default -> List.of();
        };
    }

    private static List<Value> methods(String right) {
        String lower = right.toLowerCase(Locale.ROOT);
        String upper = right.toUpperCase(Locale.ROOT);
        String title = upper.substring(0, 1) + lower.substring(1);
        return List.of(lower, upper, title).stream()
                .map(text -> new Value(Mistake.METHOD_CASE, text, "The signer put @method as " + text + "."))
                .toList();
    }

    private List<Value> authorities(String right) {
        List<Value> values = new ArrayList<>();
        String bare = PORT.matcher(right).replaceFirst("");
        for (String port : List.of("", ":443", ":80", ":8443", ":8080")) {
            values.add(authority(Mistake.AUTHORITY_PORT, bare + port));
        }
        String host = request.host();
        if (host != null) {
            boolean sameButCase = host.equalsIgnoreCase(right);
            values.add(authority(sameButCase ? Mistake.AUTHORITY_CASE : Mistake.AUTHORITY_PORT, host));
            values.add(authority(Mistake.AUTHORITY_CASE, host.toLowerCase(Locale.ROOT)));
        }
        values.add(authority(Mistake.AUTHORITY_CASE, right.toUpperCase(Locale.ROOT)));
        vantage.authorities().stream().sorted().forEach(other -> values.add(authority(Mistake.AUTHORITY_OTHER, other)));
        for (String field : List.of("x-forwarded-host", "origin")) {
            request.raw(field).forEach(other -> values.add(authority(Mistake.AUTHORITY_OTHER, other.strip())));
        }
        for (String scheme : List.of("https://", "http://")) {
            values.add(authority(Mistake.AUTHORITY_OTHER, scheme + right));
            values.add(authority(Mistake.AUTHORITY_OTHER, scheme + right + "/"));
        }
        for (String other : List.of("localhost", "127.0.0.1", "")) {
            values.add(authority(Mistake.AUTHORITY_OTHER, other));
            values.add(authority(Mistake.AUTHORITY_OTHER, other + right.substring(bare.length())));
        }
        return values;
    }

    private static Value authority(Mistake mistake, String text) {
        return new Value(
                mistake, text, "The signer put @authority as " + (text.isEmpty() ? "an empty text" : text) + ".");
    }

    private List<Value> paths(String right) {
        List<Value> values = new ArrayList<>();
        values.add(path(Mistake.PATH_QUERY, right + query(), "The signer put the query into @path."));
        values.add(path(Mistake.PATH_SLASH, right + "/", "The signer put a slash behind the path."));
        values.add(path(Mistake.PATH_SLASH, right.replaceFirst("/+$", ""), "The signer left the last slash out."));
        values.add(path(Mistake.PATH_SLASH, right.substring(1), "The signer left the first slash out."));
        values.add(path(Mistake.PATH_SLASH, "/" + right, "The signer doubled the first slash."));
        values.add(path(Mistake.PATH_DECODED, decoded(right), "The signer decoded the path's percent-encoding."));
        values.add(
                path(Mistake.PATH_DECODED, triplets(right, false), "The signer wrote percent-encoding in lower case."));
        values.add(
                path(Mistake.PATH_DECODED, triplets(right, true), "The signer wrote percent-encoding in upper case."));
        values.add(path(Mistake.PATH_DECODED, right.replace("%", "%25"), "The signer encoded the path twice."));
        values.add(
                path(Mistake.PATH_OTHER, right.toLowerCase(Locale.ROOT), "The signer wrote the path in lower case."));
        for (String scheme : List.of("https://", "http://")) {
            String host = String.valueOf(request.host());
            values.add(path(Mistake.PATH_OTHER, scheme + host + right, "The signer put the whole URL into @path."));
            values.add(path(
                    Mistake.PATH_OTHER, scheme + host + right + query(), "The signer put the whole URL into @path."));
        }
        String[] segments = right.split("/", -1);
        for (int cut = 2; cut < segments.length; cut++) {
            String rest = "/" + String.join("/", Arrays.asList(segments).subList(cut, segments.length));
            values.add(path(Mistake.PATH_OTHER, rest, "The signer took only " + rest + " for the path."));
        }
        for (String prefix : List.of("/api", "/v1", "/api/v1")) {
            values.add(path(Mistake.PATH_OTHER, prefix + right, "The signer put " + prefix + " before the path."));
        }
        return values;
    }

    private static Value path(Mistake mistake, String text, String sentence) {
        return new Value(mistake, text, sentence);
    }

    private List<Value> queries(String right) {
        List<Value> values = new ArrayList<>();
        String bare = right.substring(1);
        values.add(new Value(Mistake.QUERY_MARK, bare, "The signer left the question mark out of @query."));
        String[][] others = {
            {decoded(right), "The signer decoded the query's percent-encoding."},
            {right.replace("+", "%20"), "The signer wrote spaces in the query as %20."},
            {right.replace("%20", "+"), "The signer wrote spaces in the query as +."},
            {"?" + sorted(bare), "The signer sorted the query's parameters."},
            {triplets(right, true), "The signer wrote percent-encoding in upper case."},
            {triplets(right, false), "The signer wrote percent-encoding in lower case."},
            {"", "The signer put an empty text for @query."},
            {"?", "The signer put an empty query for @query."},
        };
        for (String[] other : others) {
            values.add(new Value(Mistake.QUERY_OTHER, other[0], other[1]));
        }
        values.add(new Value(
                Mistake.QUERY_MARK, decoded(bare), "The signer decoded the query and left its question mark out."));
        return values;
    }

    private List<Value> wholes(String component, String right) {
        String host = String.valueOf(request.host());
        List<Value> values = new ArrayList<>();
        for (String whole : List.of(
                right.replaceFirst("^https:", "http:"),
                right.replaceFirst("^http:", "https:"),
                right.replaceFirst("\\?.*", ""),
                request.path(),
                request.path() + query(),
                "https://" + host + request.path() + query(),
                "http://" + host + request.path() + query(),
                "https://" + PORT.matcher(host).replaceFirst("") + ":443" + request.path() + query(),
                request.method() + " " + right,
                request.method().toLowerCase(Locale.ROOT) + " " + right,
                decoded(right))) {
            values.add(new Value(Mistake.TARGET_URI, whole, "The signer put another text for " + component + "."));
        }
        return values;
    }

    private static Value scheme(String text) {
        return new Value(Mistake.SCHEME, text, "The signer put @scheme as " + text + ".");
    }

    private String query() {
        return request.query() == null ? "" : "?" + request.query();
    }

    private static String triplets(String text, boolean upper) {
        return TRIPLET.matcher(text)
                .replaceAll(found -> upper
                        ? found.group().toUpperCase(Locale.ROOT)
                        : found.group().toLowerCase(Locale.ROOT));
    }

    private static String sorted(String query) {
        String[] parameters = query.split("&", -1);
        Arrays.sort(parameters);
        return String.join("&", parameters);
    }

    /** The UTF-8 of what is encoded, one character for each octet. */
    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.ISO_8859_1);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
