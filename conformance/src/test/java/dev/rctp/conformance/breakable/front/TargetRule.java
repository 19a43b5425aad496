package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.http.FramingException;
import dev.rctp.conformance.breakable.http.Header;
import dev.rctp.conformance.breakable.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Targets that could be read as another one (PRX-4, PRX-7). */
final class TargetRule {

    private static final Pattern PLAIN = Pattern.compile("[!$-;=?-\\[\\]_a-z~]+");
    private static final Pattern BROKEN_PERCENT = Pattern.compile("%(?![0-9A-Fa-f]{2})");
    private static final Pattern ENCODED_MARK = Pattern.compile("%(2[ef5]|5c|3b|[01][0-9a-f]|7f)");
    private static final Set<String> OVERRIDES = Set.of("xhttpmethodoverride", "xhttpmethod", "xmethodoverride");

    private final Routes routes;
    private final Set<Fault> faults;

    TargetRule(Routes routes, Set<Fault> faults) {
        this.routes = routes;
        this.faults = faults;
    }

    void check(Request request) throws FramingException {
        if (!request.target().startsWith("/")) {
            if (faults.contains(Fault.PRX_ABSOLUTE_FORM)) {
                return;
            }
            throw new FramingException("The target is not in origin-form.");
        }
        if (!PLAIN.matcher(request.target()).matches()) {
            throw new FramingException("The target has a character that no target has.");
        }
        String path = request.path();
        if (BROKEN_PERCENT.matcher(request.target()).find()) {
            throw new FramingException("The target's percent-encoding is broken.");
        }
        encoding(path);
        segments(path);
        overrides(request);
    }

    private void encoding(String path) throws FramingException {
        boolean marks = ENCODED_MARK.matcher(path.toLowerCase(Locale.ROOT)).find();
        String decoded = URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
        boolean governed = !decoded.equals(path) && routes.isGoverned(plain(decoded));
        if (marks || governed) {
            if (!faults.contains(Fault.PRX_ENCODED_PATH)) {
                throw new FramingException("The path could be read as another one.");
            }
        }
        String lower = path.toLowerCase(Locale.ROOT);
        if (!routes.isGoverned(path) && routes.isGoverned(lower)) {
            if (!faults.contains(Fault.PRX_CASE_OF_PATH)) {
                throw new FramingException("The path is another one's in other letters.");
            }
        }
        if (path.endsWith("/") && routes.isGoverned(plain(path))) {
            if (!faults.contains(Fault.PRX_TRAILING_SLASH)) {
                throw new FramingException("The path has a slash too many.");
            }
        }
    }

    private void segments(String path) throws FramingException {
        if (path.contains("//")) {
            if (!faults.contains(Fault.PRX_DOUBLED_SLASHES)) {
                throw new FramingException("The path has a slash too many.");
            }
        }
        if (path.contains(";")) {
            if (!faults.contains(Fault.PRX_PATH_PARAMETERS)) {
                throw new FramingException("The path has parameters.");
            }
        }
        if (List.of(path.split("/")).stream().anyMatch(segment -> segment.equals(".") || segment.equals(".."))) {
            if (!faults.contains(Fault.PRX_DOT_SEGMENTS)) {
                throw new FramingException("The path has dot segments.");
            }
        }
    }

    private void overrides(Request request) throws FramingException {
        boolean header = request.headers().lines().stream()
                .map(Header::name)
                .anyMatch(
                        name -> OVERRIDES.contains(name.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "")));
        String query = URLDecoder.decode(
                request.query().orElse("").replaceAll("%(?![0-9A-Fa-f]{2})", ""), StandardCharsets.UTF_8);
        boolean parameter = ("&" + query).contains("&_method=");
        if (header || parameter) {
            if (!faults.contains(Fault.PRX_METHOD_OVERRIDE)) {
                throw new FramingException("The request overrides its method.");
            }
        }
    }

    /** A path with one slash for several, in lower case, and none at its end. */
    private static String plain(String path) {
        String plain = path.toLowerCase(Locale.ROOT).replaceAll(";[^/]*", "").replaceAll("/{2,}", "/");
        return plain.length() > 1 && plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain;
    }
}
