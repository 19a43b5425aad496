package dev.rctp.gateway.config;

import java.util.Set;

/**
 * The port that agents call.
 *
 * @param address where it listens
 * @param scheme {@code https} or {@code http}: what the agents' URLs begin with, also behind a TLS-terminating proxy
 * @param publicAuthorities the authorities agents sign for (SIG-5), host in lower case, the scheme's default port dropped
 */
public record ListenConfig(Endpoint address, String scheme, Set<String> publicAuthorities) {

    /** Keeps its own copy of the authorities. */
    public ListenConfig {
        publicAuthorities = Set.copyOf(publicAuthorities);
    }
}
