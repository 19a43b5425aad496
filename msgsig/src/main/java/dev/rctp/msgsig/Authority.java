package dev.rctp.msgsig;

import java.util.Locale;

/** The value of {@code @authority} (RFC 9421 2.2.3; SIG-5, B4). */
public final class Authority {

    private Authority() {}

    /**
     * The host lower-cased, its port dropped where it is the scheme's default.
     *
     * @param scheme {@code https} or {@code http}: what the client used
     * @param host host and optional port as in {@code Host}; not checked for being well formed
     */
    public static String normalize(String scheme, String host) {
        String lower = host.toLowerCase(Locale.ROOT);
        String defaultPort = scheme.equals("https") ? ":443" : ":80";
        return lower.endsWith(defaultPort) ? lower.substring(0, lower.length() - defaultPort.length()) : lower;
    }
}
