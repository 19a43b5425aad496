package dev.rctp.gateway.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/** Judges the URLs of a configuration. */
final class WebUrl {

    private WebUrl() {}

    /** Whether it is scheme, host and perhaps port. */
    static boolean isOrigin(String text) {
        return parse(text)
                .filter(uri -> uri.getRawQuery() == null)
                .filter(uri -> uri.getRawPath().isEmpty() || uri.getRawPath().equals("/"))
                .isPresent();
    }

    /** The origin as browsers write it, in small letters and without its scheme's own port (RFC 6454 6.2); empty for no URL. */
    static Optional<URI> origin(String text) {
        return parse(text).map(uri -> {
            String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
            int usual = scheme.equals("https") ? 443 : 80;
            String port = uri.getPort() == -1 || uri.getPort() == usual ? "" : ":" + uri.getPort();
            return URI.create(scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port);
        });
    }

    /** Whether browsers take its pages for secure contexts, without which there are no passkeys: https, or on loopback. */
    static boolean isSecure(URI origin) {
        String host = origin.getHost();
        return origin.getScheme().equals("https") || isLoopback(host) || host.endsWith(".localhost");
    }

    /** Whether it can name an issuer (RFC 8414 2) or a resource (RFC 9728 1.2); http passes on loopback where that is allowed. */
    static boolean isIdentifier(String text, boolean allowLoopback) {
        return parse(text)
                .filter(uri -> uri.getRawQuery() == null)
                .filter(uri ->
                        uri.getScheme().equalsIgnoreCase("https") || (allowLoopback && isLoopback(uri.getHost())))
                .isPresent();
    }

    /** Whether requests can be sent to it. */
    static boolean isEndpoint(String text) {
        return parse(text).filter(uri -> uri.getRawQuery() == null).isPresent();
    }

    private static Optional<URI> parse(String text) {
        try {
            URI uri = new URI(text);
            boolean web = uri.getScheme() != null
                    && uri.getScheme().toLowerCase(Locale.ROOT).matches("https?")
                    && uri.getHost() != null
                    && uri.getPort() <= 65535
                    && uri.getRawUserInfo() == null
                    && uri.getRawFragment() == null;
            return web ? Optional.of(uri) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static boolean isLoopback(String host) {
        return host.equalsIgnoreCase("localhost") || host.matches("127(\\.[0-9]{1,3}){3}|\\[::1]");
    }
}
