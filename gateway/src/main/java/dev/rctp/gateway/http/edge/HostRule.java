package dev.rctp.gateway.http.edge;

import java.util.Set;
import java.util.regex.Pattern;

/** Which {@code Host} a request may name. */
public sealed interface HostRule {

    /** Whether a request may name it, lower-case, the scheme's default port left out. */
    boolean allows(String authority);

    /**
     * Only these: for agents, whose signatures cover the authority (SIG-5).
     *
     * @param authorities lower-case, the scheme's default port left out
     */
    record OneOf(Set<String> authorities) implements HostRule {

        /** Copies the set. */
        public OneOf {
            authorities = Set.copyOf(authorities);
        }

        @Override
        public boolean allows(String authority) {
            return authorities.contains(authority);
        }
    }

    /** Any that is a host and perhaps a port (RFC 9110 7.2): for probes, which know a port by the address they were told. */
    record AnyWellFormed() implements HostRule {

        private static final Pattern SYNTAX = Pattern.compile("(?:\\[[0-9a-f:.]+]|[a-z0-9._-]+)(?::[0-9]{1,5})?");

        @Override
        public boolean allows(String authority) {
            return SYNTAX.matcher(authority).matches();
        }
    }
}
