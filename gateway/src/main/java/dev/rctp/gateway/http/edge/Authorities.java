package dev.rctp.gateway.http.edge;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The authorities under which clients know the gateway (SIG-5; RFC 9421 2.2.3). */
final class Authorities {

    private final String defaultPort;
    private final HostRule rule;

    Authorities(String scheme, HostRule rule) {
        this.defaultPort = scheme.equals("https") ? ":443" : ":80";
        this.rule = rule;
    }

    /** The authority that a {@code Host} value names, lower-case, without the scheme's default port; null where the rule does not allow it. */
    @Nullable
    String find(String host) {
        String folded = host.toLowerCase(Locale.ROOT);
        if (folded.endsWith(defaultPort)) {
            folded = folded.substring(0, folded.length() - defaultPort.length());
        }
        return rule.allows(folded) ? folded : null;
    }
}
