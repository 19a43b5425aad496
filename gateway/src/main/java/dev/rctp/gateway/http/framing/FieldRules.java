package dev.rctp.gateway.http.framing;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for the fields of one head in every version of HTTP: single ones are single, and the length is a plain number (PRX-7). */
final class FieldRules {

    /** Said of a request that carries content which its method gives no meaning (RFC 9110 9.3.1, 9.3.2). */
    static final String CONTENT = "content on GET, HEAD or OPTIONS";

    private static final Set<String> WITHOUT_CONTENT = Set.of("GET", "HEAD", "OPTIONS");
    private static final int MAX_LENGTH_DIGITS = 15;

    private final Set<String> seen = new HashSet<>();
    private long contentLength = -1;

    /** Whether requests of this method may not carry content: a server that passes over it would take it for the next request. */
    static boolean isWithoutContent(String method) {
        return WITHOUT_CONTENT.contains(method);
    }

    /** What is wrong with a field whose name is a token in lower case, or null. */
    @Nullable
    String fault(String name, String value) {
        if (FieldNames.SINGLETONS.contains(name) && !seen.add(name)) {
            return "a field that may occur once occurs twice";
        }
        return name.equals("content-length") ? lengthFault(value) : null;
    }

    private @Nullable String lengthFault(String value) {
        boolean digits = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
        boolean padded = value.length() > 1 && value.charAt(0) == '0';
        if (!digits || padded || value.length() > MAX_LENGTH_DIGITS) {
            return "malformed content-length";
        }
        contentLength = Long.parseLong(value);
        return null;
    }

    /** Whether this single field has come. */
    boolean has(String singleton) {
        return seen.contains(singleton);
    }

    /** The body's length in bytes as told, or -1. */
    long contentLength() {
        return contentLength;
    }
}
