package dev.rctp.gateway.http;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The authorities under which clients know the gateway (SIG-5; RFC 9421 2.2.3). */
final class Authorities {

    private final String defaultPort;
    private final Set<String> known;

    Authorities(String scheme, Set<String> known) {
        this.defaultPort = scheme.equals("https") ? ":443" : ":80";
        this.known = known;
    }

    /** The one of ours that a {@code Host} value names, lower-case, without the scheme's default port; null where it names none. */
    @Nullable
    String find(String host) {
        String folded = host.toLowerCase(Locale.ROOT);
        if (folded.endsWith(defaultPort)) {
            folded = folded.substring(0, folded.length() - defaultPort.length());
        }
        return known.contains(folded) ? folded : null;
    }
}
