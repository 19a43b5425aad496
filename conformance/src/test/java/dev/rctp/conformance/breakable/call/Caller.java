package dev.rctp.conformance.breakable.call;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Who signed a call (OPR-1).
 *
 * @param profile the operator's profile URL as onboarded
 * @param name the operator's name in the configuration
 * @param roles its roles there
 * @param jkt the key's thumbprint
 * @param jwk the key as the profile shows it
 * @param operator {@code config} of the profile's {@code dev.rctp.operator} (OPR-4)
 */
public record Caller(String profile, String name, Set<String> roles, String jkt, JsonNode jwk, JsonNode operator) {

    /** Keeps its own copy of the roles. */
    public Caller {
        roles = Set.copyOf(roles);
    }

    /** Whether configuration gives the operator that role. */
    public boolean is(String role) {
        return roles.contains(role);
    }
}
