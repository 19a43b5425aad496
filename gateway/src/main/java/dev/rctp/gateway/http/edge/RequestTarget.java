package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.framing.Octets;
import dev.rctp.gateway.http.framing.PercentEncoding;
import java.text.Normalizer;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request target in origin-form, kept raw, of which no server can make another path (PRX-4, PRX-7; B34, B35, B37, B38). */
sealed interface RequestTarget {

    /**
     * A target that can be read in one way only.
     *
     * @param path the raw path
     * @param query the raw query without its question mark, or null
     * @param classification what the exact raw path is to the classifier
     */
    record Plain(String path, @Nullable String query, Classification classification) implements RequestTarget {}

    /** A target that is refused, with what is wrong. */
    record Ambiguous(String sentence) implements RequestTarget {}

    /** Reads a target as it stood in the request line. */
    static RequestTarget read(String method, String raw, TargetClassifier classifier) {
        if (!raw.startsWith("/")) {
            return new Ambiguous("the request target is not in origin-form");
        }
        int mark = raw.indexOf('?');
        String path = mark < 0 ? raw : raw.substring(0, mark);
        String query = mark < 0 ? null : raw.substring(mark + 1);
        String fault = pathFault(path);
        if (fault == null && query != null) {
            fault = queryFault(query);
        }
        if (fault != null) {
            return new Ambiguous(fault);
        }
        Classification classification = classifier.classify(method, path);
        return !classification.isOwn() && looksGoverned(method, path, classifier)
                ? new Ambiguous("the path resembles a governed one")
                : new Plain(path, query, classification);
    }

    private static @Nullable String pathFault(String path) {
        if (path.contains("//")) {
            return "empty path segment";
        }
        for (int i = 0; i < path.length(); i++) {
            char c = path.charAt(i);
            if (!Octets.isPath(c)) {
                return "a character that a path cannot hold";
            }
            if (c == '%' && !harmless(path, i)) {
                return "a percent-encoding that a path cannot hold";
            }
        }
        for (String segment : path.split("/", -1)) {
            if (segment.equals(".") || segment.equals("..")) {
                return "dot segment";
            }
        }
        return PercentEncoding.decode(path).isEmpty() ? "percent-encoding of malformed UTF-8" : null;
    }

    /** Whether the triplet stands for an octet that no server can take for a delimiter, a control or a plain character. */
    private static boolean harmless(String text, int at) {
        int octet = PercentEncoding.octet(text, at);
        return octet >= 0x20 && octet != 0x7f && "/\\;%".indexOf(octet) < 0 && !Octets.isUnreserved(octet);
    }

    private static @Nullable String queryFault(String query) {
        for (int i = 0; i < query.length(); i++) {
            char c = query.charAt(i);
            if (c <= 0x20 || c >= 0x7f || c == '#' || c == '\\') {
                return "a character that a query cannot hold";
            }
            if (c == '%' && PercentEncoding.octet(query, i) < 0) {
                return "a malformed percent-encoding in the query";
            }
        }
        return QueryOverride.isIn(query) ? "a parameter that overrides the method" : null;
    }

    private static boolean looksGoverned(String method, String path, TargetClassifier classifier) {
        String decoded = PercentEncoding.decode(path).orElse(path);
        String folded = Normalizer.normalize(decoded, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .replace(" ", "");
        return isGoverned(method, path, classifier)
                || isGoverned(method, decoded, classifier)
                || isGoverned(method, folded, classifier);
    }

    private static boolean isGoverned(String method, String path, TargetClassifier classifier) {
        String shortened = path;
        int cut = indexOfAny(path, "?#");
        if (cut >= 0) {
            shortened = path.substring(0, cut);
        }
        while (shortened.length() > 1 && shortened.endsWith("/")) {
            shortened = shortened.substring(0, shortened.length() - 1);
        }
        return classifier.classify(method, shortened).isOwn();
    }

    private static int indexOfAny(String text, String wanted) {
        for (int i = 0; i < text.length(); i++) {
            if (wanted.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }
}
