package dev.rctp.conformance.breakable.call;

import java.util.Map;
import java.util.Set;

/**
 * What a seller's grant allows (GRA-2).
 *
 * @param token the access token
 * @param sub the seller
 * @param agentId the agent's name at the authorization server
 * @param jkt the key that the grant is bound to
 * @param scopes the granted scopes
 * @param tiers full scope to {@code auto}, {@code ask} or {@code forbid}
 */
public record GrantView(
        String token, String sub, String agentId, String jkt, Set<String> scopes, Map<String, String> tiers) {

    /** Keeps its own copies. */
    public GrantView {
        scopes = Set.copyOf(scopes);
        tiers = Map.copyOf(tiers);
    }
}
