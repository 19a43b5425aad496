package dev.rctp.grant;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The configured authorization server's issuer identifier (RFC 8414 2); compared by characters, never normalized (B50). */
public final class Issuer {

    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private final String text;
    private final URI uri;
    private final boolean allowLoopback;

    private Issuer(String text, URI uri, boolean allowLoopback) {
        this.text = text;
        this.uri = uri;
        this.allowLoopback = allowLoopback;
    }

    /**
     * An issuer from the configuration.
     *
     * @param text an https URL without query and fragment
     * @param allowLoopback whether plain http is fine on a loopback host (sandbox, tests)
     * @throws IllegalArgumentException where it is no such URL
     */
    public static Issuer of(String text, boolean allowLoopback) {
        URI uri = endpoint(text, allowLoopback);
        if (uri == null || uri.getRawQuery() != null) {
            throw new IllegalArgumentException("issuer must be an https URL without query and fragment: " + text);
        }
        return new Issuer(text, uri, allowLoopback);
    }

    /** The identifier, character by character as configured. */
    public String text() {
        return text;
    }

    /** Where its metadata may be: the RFC 8414 3.1 place, then that of OpenID Connect Discovery for a server without it. */
    List<URI> metadataPlaces() {
        String origin = uri.getScheme() + "://" + uri.getRawAuthority();
        String path = uri.getRawPath().replaceFirst("/$", "");
        return List.of(
                URI.create(origin + "/.well-known/oauth-authorization-server" + path),
                URI.create(origin + path + "/.well-known/openid-configuration"));
    }

    /** The endpoint's URL; null unless it is https, or http on a loopback host where that is allowed. */
    @Nullable
    URI endpoint(String url) {
        return endpoint(url, allowLoopback);
    }

    private static @Nullable URI endpoint(String url, boolean allowLoopback) {
        try {
            URI uri = new URI(url);
            return uri.getHost() != null
                            && uri.getRawUserInfo() == null
                            && uri.getRawFragment() == null
                            && isSecure(uri, allowLoopback)
                    ? uri
                    : null;
        } catch (URISyntaxException e) {
            return null;
        }
    }

    private static boolean isSecure(URI uri, boolean allowLoopback) {
        if ("https".equalsIgnoreCase(uri.getScheme())) {
            return true;
        }
        return allowLoopback
                && "http".equalsIgnoreCase(uri.getScheme())
                && LOOPBACK.matcher(uri.getHost().toLowerCase(Locale.ROOT)).matches();
    }

    @Override
    public String toString() {
        return text;
    }
}
