package dev.rctp.gateway.config;

import java.util.Set;

/**
 * An onboarded operator (OPR-1).
 *
 * @param profile its profile's URL, normalized by RFC 3986 6.2.2
 * @param name what the pages call it
 * @param roles what it may be to a deal
 */
public record OperatorConfig(String profile, String name, Set<OperatorRole> roles) {

    /** Keeps its own copy of the roles. */
    public OperatorConfig {
        roles = Set.copyOf(roles);
    }
}
