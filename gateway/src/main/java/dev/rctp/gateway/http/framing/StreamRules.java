package dev.rctp.gateway.http.framing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Judges the decoded field lines of one HTTP/2 head or trailer section (PRX-7; RFC 9113 8.1.1, 8.2, 8.3). */
public final class StreamRules {

    private static final Set<String> PSEUDO = Set.of(":method", ":scheme", ":authority", ":path");

    /** Fields that HTTP/2 does not have (RFC 9113 8.2.2). */
    private static final Set<String> CONNECTION_SPECIFIC =
            Set.of("connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "http2-settings");

    /** What each line counts beyond its octets (RFC 9113 6.5.2). */
    private static final int LINE_OVERHEAD = 32;

    private final String scheme;
    private final int maxPathBytes;
    private final int maxHeadBytes;
    private final Map<String, String> pseudo = new HashMap<>();
    private final List<Map.Entry<String, String>> lines = new ArrayList<>();
    private final FieldRules fields = new FieldRules();
    private @Nullable String host;
    private int cookieAt = -1;
    private int size;

    private StreamRules(String scheme, int maxPathBytes, int maxHeadBytes) {
        this.scheme = scheme;
        this.maxPathBytes = maxPathBytes;
        this.maxHeadBytes = maxHeadBytes;
    }

    /**
     * Reads a request's head.
     *
     * @param headers the lines as they came, one character per octet
     * @param ends whether the request ends with its head
     * @param scheme the one that {@code :scheme} must name
     */
    public static StreamHead head(
            Iterable<? extends Map.Entry<? extends CharSequence, ? extends CharSequence>> headers,
            boolean ends,
            String scheme,
            int maxPathBytes,
            int maxHeadBytes) {
        StreamRules rules = new StreamRules(scheme, maxPathBytes, maxHeadBytes);
        for (Map.Entry<? extends CharSequence, ? extends CharSequence> line : headers) {
            FramingViolation violation =
                    rules.take(line.getKey().toString(), line.getValue().toString());
            if (violation != null) {
                return violation;
            }
        }
        return rules.request(ends);
    }

    /** What is wrong with a trailer section, or null. */
    public static @Nullable FramingViolation trailers(
            Iterable<? extends Map.Entry<? extends CharSequence, ? extends CharSequence>> headers) {
        int size = 0;
        for (Map.Entry<? extends CharSequence, ? extends CharSequence> line : headers) {
            String name = line.getKey().toString();
            String value = line.getValue().toString();
            size += name.length() + value.length();
            if (!isName(name)
                    || !isValue(value)
                    || !FieldNames.mayTrail(name)
                    || size > ChunkScanner.MAX_TRAILER_BYTES) {
                return FramingViolation.of("a trailer that may not be one");
            }
        }
        return null;
    }

    private @Nullable FramingViolation take(String name, String value) {
        size += name.length() + value.length() + LINE_OVERHEAD;
        if (size > maxHeadBytes || (name.equals(":path") && value.length() > maxPathBytes)) {
            return FramingViolation.limit("path or fields too large");
        }
        String fault = name.startsWith(":") ? pseudo(name, value) : regular(name, value);
        return fault == null ? null : FramingViolation.of(fault);
    }

    private @Nullable String pseudo(String name, String value) {
        if (!PSEUDO.contains(name)) {
            return "an unknown pseudo-header field";
        }
        if (!lines.isEmpty() || host != null) {
            return "a pseudo-header field after a regular one";
        }
        if (pseudo.put(name, value) != null) {
            return "a pseudo-header field that occurs twice";
        }
        return isVisible(value) ? null : "a pseudo-header field with a value that it cannot hold";
    }

    private @Nullable String regular(String name, String value) {
        if (!isName(name)) {
            return "a field name that is no token in lower case";
        }
        if (!isValue(value)) {
            return "a control octet in a field value, or white space around it";
        }
        if (CONNECTION_SPECIFIC.contains(name) || (name.equals("te") && !value.equals("trailers"))) {
            return "a field that HTTP/2 does not have";
        }
        keep(name, value);
        return fields.fault(name, value);
    }

    private void keep(String name, String value) {
        if (name.equals("host")) {
            host = value;
        } else if (name.equals("cookie") && cookieAt >= 0) {
            lines.set(cookieAt, Map.entry(name, lines.get(cookieAt).getValue() + "; " + value));
        } else {
            cookieAt = name.equals("cookie") ? lines.size() : cookieAt;
            lines.add(Map.entry(name, value));
        }
    }

    private StreamHead request(boolean ends) {
        String fault = pseudo.size() == PSEUDO.size() ? agreement(ends) : "a pseudo-header field is missing";
        if (fault != null) {
            return FramingViolation.of(fault);
        }
        boolean empty = ends || FieldRules.isWithoutContent(pseudo.getOrDefault(":method", ""));
        return new StreamHead.Request(
                pseudo.getOrDefault(":method", ""),
                pseudo.getOrDefault(":authority", ""),
                pseudo.getOrDefault(":path", ""),
                lines,
                empty ? 0 : fields.contentLength());
    }

    private @Nullable String agreement(boolean ends) {
        String method = pseudo.getOrDefault(":method", "");
        if (!isToken(method) || method.equals("CONNECT")) {
            return "a method that this gateway does not know";
        }
        if (!scheme.equals(pseudo.get(":scheme"))) {
            return "a scheme other than " + scheme;
        }
        if (host != null && !host.equalsIgnoreCase(pseudo.get(":authority"))) {
            return "host is not :authority";
        }
        if (FieldRules.isWithoutContent(method) && fields.contentLength() > 0) {
            return FieldRules.CONTENT;
        }
        return ends && fields.contentLength() > 0 ? "a content-length without a body" : null;
    }

    private static boolean isVisible(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) <= 0x20 || text.charAt(i) >= 0x7f) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isToken(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Octets.isToken(text.charAt(i))) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static boolean isName(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) >= 'A' && name.charAt(i) <= 'Z') {
                return false;
            }
        }
        return isToken(name);
    }

    private static boolean isValue(String value) {
        for (int i = 0; i < value.length(); i++) {
            if (Octets.isControl(value.charAt(i))) {
                return false;
            }
        }
        return value.isEmpty() || (!isBlank(value.charAt(0)) && !isBlank(value.charAt(value.length() - 1)));
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }
}
