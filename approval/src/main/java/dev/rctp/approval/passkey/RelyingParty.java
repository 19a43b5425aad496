package dev.rctp.approval.passkey;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where passkeys are used: all of it configuration, and all of it compared to the letter (APR-3).
 *
 * @param id the RP id, a domain in lower case (WebAuthn section 4)
 * @param origins those of the hosted pages, at least one, each of the RP id's host or one below it
 * @param topOrigins those that may embed the pages (APR-5)
 */
public record RelyingParty(String id, Set<String> origins, Set<String> topOrigins) {

    private static final Pattern DOMAIN =
            Pattern.compile("(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*");
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");

    /** Throws {@link IllegalArgumentException} with the sentence of the first of {@link #idFault} and its like. */
    public RelyingParty {
        origins = Set.copyOf(origins);
        topOrigins = Set.copyOf(topOrigins);
        refuse(idFault(id));
        if (origins.isEmpty()) {
            throw new IllegalArgumentException("needs an origin of the hosted pages");
        }
        for (String origin : origins) {
            refuse(originFault(id, origin));
        }
        for (String origin : topOrigins) {
            refuse(topOriginFault(origin));
        }
    }

    /** What is wrong with an RP id, as a sentence without a subject; null for a good one. */
    public static @Nullable String idFault(String id) {
        return DOMAIN.matcher(id).matches() && !ADDRESS.matcher(id).matches()
                ? null
                : "must be a domain in lower case, without scheme or port";
    }

    /** What is wrong with an origin of the hosted pages, as a sentence without a subject; null for a good one. */
    public static @Nullable String originFault(String id, String origin) {
        String fault = topOriginFault(origin);
        if (fault != null) {
            return fault;
        }
        String host = URI.create(origin).getHost();
        return host.equals(id) || host.endsWith("." + id) ? null : "must be at the RP id or below it";
    }

    /** What is wrong with an origin that may embed the pages, as a sentence without a subject; null for a good one. */
    public static @Nullable String topOriginFault(String origin) {
        try {
            URI uri = new URI(origin);
            String host = uri.getHost();
            if (host == null || !origin.equals(written(uri, host))) {
                return "must be an origin as browsers write it, such as https://shop.example";
            }
            boolean secure = "https".equals(uri.getScheme());
            return secure || ("http".equals(uri.getScheme()) && isLocal(host)) ? null : "must be https";
        } catch (URISyntaxException e) {
            return "must be an origin as browsers write it, such as https://shop.example";
        }
    }

    /** Serialized as RFC 6454 section 6.2: without a path, and without the port that the scheme has anyway. */
    private static String written(URI uri, String host) {
        int port = uri.getPort();
        boolean usual = port < 0 || port == ("https".equals(uri.getScheme()) ? 443 : 80);
        return uri.getScheme() + "://" + host.toLowerCase(Locale.ROOT) + (usual ? "" : ":" + port);
    }

    private static boolean isLocal(String host) {
        return host.equals("localhost") || host.endsWith(".localhost") || host.equals("127.0.0.1");
    }

    private static void refuse(@Nullable String fault) {
        if (fault != null) {
            throw new IllegalArgumentException(fault);
        }
    }
}
