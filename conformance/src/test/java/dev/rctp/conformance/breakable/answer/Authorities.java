package dev.rctp.conformance.breakable.answer;

import dev.rctp.conformance.breakable.http.Request;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The public authorities, of which {@code Host} must name one (SIG-5). */
public final class Authorities {

    private final String usualPort;
    private final List<String> configured;

    /** Those of the configuration; {@code scheme} says which port goes without saying. */
    public Authorities(String scheme, List<String> configured) {
        this.usualPort = scheme.equals("https") ? ":443" : ":80";
        this.configured = configured.stream().map(this::plain).toList();
    }

    /** The configured authority that a request was sent to. */
    public Optional<String> of(Request request) {
        String host = plain(request.host());
        return configured.stream().filter(host::equals).findFirst();
    }

    private String plain(String authority) {
        String lower = authority.toLowerCase(Locale.ROOT);
        return lower.endsWith(usualPort) ? lower.substring(0, lower.length() - usualPort.length()) : lower;
    }
}
