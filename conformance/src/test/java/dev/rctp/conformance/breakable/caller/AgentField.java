package dev.rctp.conformance.breakable.caller;

import dev.rctp.conformance.breakable.fields.Dictionary;
import dev.rctp.conformance.breakable.fields.MalformedFieldException;
import dev.rctp.conformance.breakable.fields.Member;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The operator's profile URL in {@code UCP-Agent} (OPR-1). */
final class AgentField {

    private AgentField() {}

    /** The member {@code profile}, normalized; empty where the field has none. */
    static Optional<String> profile(String field) {
        try {
            Member profile = Dictionary.of(field).get("profile");
            return Optional.ofNullable(profile)
                    .flatMap(member -> member.as(String.class))
                    .flatMap(AgentField::normalized);
        } catch (MalformedFieldException malformed) {
            return Optional.empty();
        }
    }

    /** A URL after RFC 3986 normalization: case of scheme and host, default port, dot segments, percent-encoding. */
    static Optional<String> normalized(String url) {
        try {
            URI uri = new URI(url).normalize();
            String scheme = lower(uri.getScheme());
            String host = lower(uri.getHost());
            if (host.isEmpty() || uri.getRawUserInfo() != null || uri.getRawFragment() != null) {
                return Optional.empty();
            }
            int usual = scheme.equals("https") ? 443 : 80;
            String port = uri.getPort() < 0 || uri.getPort() == usual ? "" : ":" + uri.getPort();
            String path = uri.getRawPath().isEmpty() ? "/" : decoded(uri.getRawPath());
            String query = uri.getRawQuery() == null ? "" : "?" + decoded(uri.getRawQuery());
            return Optional.of(scheme + "://" + host + port + path + query);
        } catch (URISyntaxException noUrl) {
            return Optional.empty();
        }
    }

    /** Percent-encoded octets in their one spelling: unreserved ones plain, others in upper case (RFC 3986 6.2.2). */
    private static String decoded(String text) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c != '%') {
                out.append(c);
                continue;
            }
            String hex = text.substring(i + 1, i + 3);
            char octet = (char) Integer.parseInt(hex, 16);
            boolean unreserved = octet < 0x80 && (Character.isLetterOrDigit(octet) || "-._~".indexOf(octet) >= 0);
            out.append(unreserved ? String.valueOf(octet) : "%" + hex.toUpperCase(Locale.ROOT));
            i += 2;
        }
        return out.toString();
    }

    private static String lower(@Nullable String text) {
        return text == null ? "" : text.toLowerCase(Locale.ROOT);
    }
}
