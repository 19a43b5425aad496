package dev.rctp.gateway.http.outbound;

import java.net.URI;
import java.util.Locale;

/**
 * Where requests are sent (RFC 6454 4).
 *
 * @param tls whether over TLS
 * @param host the lower-case host name or address literal; an IPv6 literal without brackets
 * @param port the port
 */
public record Origin(boolean tls, String host, int port) {

    /** The origin of an absolute {@code http} or {@code https} URI without user information; others are refused. */
    public static Origin of(URI uri) {
        String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
        boolean tls = scheme.equals("https");
        if ((!tls && !scheme.equals("http")) || uri.getHost() == null || uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException("not an http or https origin");
        }
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        int port = uri.getPort() >= 0 ? uri.getPort() : tls ? 443 : 80;
        return new Origin(tls, bare, port);
    }

    /** The host and, unless it is the scheme's default, the port: the {@code Host} field's value. */
    public String authority() {
        String shown = host.indexOf(':') >= 0 ? "[" + host + "]" : host;
        return port == (tls ? 443 : 80) ? shown : shown + ":" + port;
    }
}
