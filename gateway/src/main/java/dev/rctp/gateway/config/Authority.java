package dev.rctp.gateway.config;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Public authorities as signatures name them (SIG-5, RFC 9421 2.2.3). */
final class Authority {

    private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})$");

    private Authority() {}

    static boolean isPossible(String authority) {
        Matcher port = PORT.matcher(authority);
        return !port.find() || Integer.parseInt(port.group(1)) <= 65535;
    }

    /** Host in lower case, the scheme's default port dropped. */
    static String normal(String authority, String scheme) {
        String defaultPort = scheme.equals("https") ? ":443" : ":80";
        String lower = authority.toLowerCase(Locale.ROOT);
        return lower.endsWith(defaultPort) ? lower.substring(0, lower.length() - defaultPort.length()) : lower;
    }
}
