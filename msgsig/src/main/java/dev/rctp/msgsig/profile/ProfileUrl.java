package dev.rctp.msgsig.profile;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The URL of a UCP profile, normalized by RFC 3986 6.2.2 and 6.2.3 so that two spellings of one place are one operator (OPR-1).
 */
public final class ProfileUrl {

    private static final int MOST = 2048;
    private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]+");
    private static final Pattern ENCODED = Pattern.compile("%([0-9A-Fa-f]{2})");
    private static final Pattern UNRESERVED = Pattern.compile("[A-Za-z0-9._~-]");
    private static final Pattern LOOPBACK = Pattern.compile("localhost|127(\\.\\d{1,3}){3}|\\[::1]");

    private final String text;

    private ProfileUrl(String text) {
        this.text = text;
    }

    /**
     * The URL that a text names; empty unless it is https, or http on a loopback host where that is allowed, without userinfo
     * and fragment.
     *
     * @param allowLoopback whether plain http is fine on {@code localhost}, {@code 127.0.0.0/8} and {@code [::1]} (OPR-2)
     */
    public static Optional<ProfileUrl> parse(String text, boolean allowLoopback) {
        if (text.length() > MOST || !VISIBLE_ASCII.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            URI uri = new URI(text);
            return isFetchable(uri, allowLoopback) ? Optional.of(new ProfileUrl(normal(uri))) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** The normalized text of a profile URL; empty where {@link #parse} finds none. */
    public static Optional<String> normalize(String text, boolean allowLoopback) {
        return parse(text, allowLoopback).map(ProfileUrl::text);
    }

    /** The normalized URL: the operator's name. */
    public String text() {
        return text;
    }

    /** The URL to fetch. */
    public URI uri() {
        return URI.create(text);
    }

    private static boolean isFetchable(URI uri, boolean allowLoopback) {
        if (uri.getScheme() == null
                || uri.getHost() == null
                || uri.getRawUserInfo() != null
                || uri.getRawFragment() != null) {
            return false;
        }
        return switch (lower(uri.getScheme())) {
            case "https" -> true;
            case "http" ->
                allowLoopback && LOOPBACK.matcher(lower(uri.getHost())).matches();
            default -> false;
        };
    }

    private static String normal(URI uri) {
        String scheme = lower(uri.getScheme());
        String query = uri.getRawQuery() == null ? "" : "?" + decodeUnreserved(uri.getRawQuery());
        return scheme + "://" + lower(uri.getHost()) + port(scheme, uri.getPort()) + path(uri.getRawPath()) + query;
    }

    private static String port(String scheme, int port) {
        int usual = scheme.equals("https") ? 443 : 80;
        return port == -1 || port == usual ? "" : ":" + port;
    }

    private static String path(String raw) {
        String path = withoutDotSegments(decodeUnreserved(raw));
        return path.isEmpty() ? "/" : path;
    }

    private static String decodeUnreserved(String raw) {
        return ENCODED.matcher(raw).replaceAll(ProfileUrl::decoded);
    }

    private static String decoded(MatchResult encoded) {
        String character = String.valueOf((char) Integer.parseInt(encoded.group(1), 16));
        return UNRESERVED.matcher(character).matches()
                ? character
                : encoded.group().toUpperCase(Locale.ROOT);
    }

    /** RFC 3986 5.2.4 for an absolute path. */
    private static String withoutDotSegments(String path) {
        StringBuilder kept = new StringBuilder();
        String[] segments = path.split("/", -1);
        for (int i = 1; i < segments.length; i++) {
            String segment = segments[i];
            boolean dots = segment.equals(".") || segment.equals("..");
            if (segment.equals("..")) {
                kept.setLength(Math.max(kept.lastIndexOf("/"), 0));
            }
            if (!dots) {
                kept.append('/').append(segment);
            } else if (i == segments.length - 1) {
                kept.append('/');
            }
        }
        return kept.toString();
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return text;
    }
}
