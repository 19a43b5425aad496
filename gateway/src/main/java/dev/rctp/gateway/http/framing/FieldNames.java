package dev.rctp.gateway.http.framing;

import java.util.Locale;
import java.util.Set;

/** The field names that the edge treats by themselves, all lower-case. */
public final class FieldNames {

    /** Fields of which a request may carry one line at most (PRX-7, B41). */
    static final Set<String> SINGLETONS = Set.of(
            "host",
            "authorization",
            "ucp-agent",
            "idempotency-key",
            "content-length",
            "content-type",
            "content-encoding",
            "content-location",
            "content-range",
            "transfer-encoding",
            "signature-agent",
            "request-id",
            "expect",
            "upgrade",
            "proxy-authorization",
            "dpop",
            "date",
            "from",
            "max-forwards",
            "range",
            "referer",
            "user-agent",
            "if-modified-since",
            "if-range",
            "if-unmodified-since",
            "last-event-id");

    /** Fields a client's {@code Connection} cannot name away, beside {@code rctp-*} and {@code content-*} (PRX-7). */
    static final Set<String> NOT_TO_BE_NAMED_AWAY = Set.of(
            "host",
            "authorization",
            "signature",
            "signature-input",
            "signature-agent",
            "ucp-agent",
            "idempotency-key",
            "request-id",
            "expect",
            "dpop",
            "cookie",
            "via",
            "forwarded",
            "x-forwarded-for",
            "x-forwarded-host",
            "x-forwarded-proto",
            "x-forwarded-port",
            "cache-control",
            "accept",
            "accept-encoding",
            "range",
            "if-match",
            "if-none-match");

    /** Fields that end at the next hop whether or not {@code Connection} names them (RFC 9110 7.6.1). */
    public static final Set<String> HOP_BY_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "proxy-authenticate",
            "proxy-authorization",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "http2-settings");

    /** Fields that ask a server to take the method or the target for another, folded, without hyphens (PRX-4). */
    private static final Set<String> OVERRIDES = Set.of(
            "xhttpmethodoverride",
            "xhttpmethod",
            "xmethodoverride",
            "xmethod",
            "xoriginalmethod",
            "xoriginalurl",
            "xoriginaluri",
            "xoriginalpath",
            "xenvoyoriginalmethod",
            "xenvoyoriginalpath",
            "xrewriteurl",
            "xrewriteuri",
            "xrewritepath",
            "xhttppathoverride",
            "xpathoverride");

    private FieldNames() {}

    /** Whether a server may take the method or the target for another that has a field of this folded name (PRX-4). */
    public static boolean isOverride(String foldedName) {
        return OVERRIDES.contains(foldedName.replace("-", ""));
    }

    /** Whether {@code Connection} may not name this folded name. */
    public static boolean isEndToEnd(String foldedName) {
        return NOT_TO_BE_NAMED_AWAY.contains(foldedName) || foldedName.startsWith("content-");
    }

    /** Whether a server may take the name for one that the gateway relies on, though it is spelled otherwise (B40). */
    public static boolean isMisspelled(String lowerCaseName, String foldedName) {
        return !lowerCaseName.equals(foldedName)
                && (isEndToEnd(foldedName) || SINGLETONS.contains(foldedName) || HOP_BY_HOP.contains(foldedName));
    }

    /** Whether a field of this lower-case name may come after a body. */
    static boolean mayTrail(String lowerCaseName) {
        return !SINGLETONS.contains(lowerCaseName)
                && !HOP_BY_HOP.contains(lowerCaseName)
                && !foldsToOurs(lowerCaseName);
    }

    /** The name as the servers read it that take {@code _}, {@code .} and {@code -} for one another (B40). */
    public static String fold(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-').replace('.', '-');
    }

    /** Whether a server may take this name for one of the gateway's own. */
    public static boolean foldsToOurs(String lowerCaseName) {
        return fold(lowerCaseName).replace("-", "").startsWith("rctp");
    }
}
