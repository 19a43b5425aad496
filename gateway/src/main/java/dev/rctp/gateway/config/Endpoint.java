package dev.rctp.gateway.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a port listens.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 0 to 65535; 0 lets the system choose
 */
public record Endpoint(String host, int port) {

    private static final Pattern SYNTAX = Pattern.compile("(?:\\[([0-9A-Fa-f:.]+)]|([A-Za-z0-9.-]+)):([0-9]{1,5})");

    /** {@code host:port}, an IPv6 address in brackets: what {@link #parse} reads. */
    public String text() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }

    /** The endpoint written as {@code host:port} or {@code [v6]:port}; empty for anything else. */
    public static Optional<Endpoint> parse(String text) {
        Matcher m = SYNTAX.matcher(text);
        if (!m.matches() || Integer.parseInt(m.group(3)) > 65535) {
            return Optional.empty();
        }
        return Optional.of(new Endpoint(m.group(1) != null ? m.group(1) : m.group(2), Integer.parseInt(m.group(3))));
    }
}
