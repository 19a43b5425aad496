package dev.rctp.gateway.sandbox.authserver;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** TEST ONLY: where answers may go: to this machine alone (RFC 8252 7.3), any port and path. */
final class RedirectUris {

    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private RedirectUris() {}

    /** Whether this is an absolute {@code http} URI of a loopback host as plain text, in ASCII (RFC 3986), without user or fragment. */
    static boolean allowed(String redirectUri) {
        try {
            URI uri = new URI(redirectUri);
            return redirectUri.chars().allMatch(c -> c < 0x80)
                    && "http".equals(uri.getScheme())
                    && uri.getHost() != null
                    && LOOPBACK.contains(uri.getHost())
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Its origin as a page's policy names it (CSP 3, 2.3.1); one that the policy can't name is any of its scheme. */
    static String origin(String redirectUri) {
        URI uri = URI.create(redirectUri);
        return uri.getHost().startsWith("[") ? "http:" : "http://" + uri.getRawAuthority();
    }

    /** The URI with these parameters after those it has. */
    static String with(String redirectUri, Map<String, String> parameters) {
        String query = parameters.entrySet().stream()
                .map(p -> encode(p.getKey()) + "=" + encode(p.getValue()))
                .collect(Collectors.joining("&"));
        return redirectUri + (redirectUri.contains("?") ? "&" : "?") + query;
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
