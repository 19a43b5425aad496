package dev.rctp.grant;

import dev.rctp.registries.Tier;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A seller's live permission for the agent that signs with one key (GRA-2); only introspection makes one, for one call. */
public final class Grant implements GrantVerdict {

    private final String sub;
    private final String agentId;
    private final String jkt;
    private final Set<String> scopes;
    private final Map<String, Tier> tiers;
    private final Instant expiresAt;

    Grant(String sub, String agentId, String jkt, Set<String> scopes, Map<String, Tier> tiers, Instant expiresAt) {
        this.sub = sub;
        this.agentId = agentId;
        this.jkt = jkt;
        this.scopes = Set.copyOf(scopes);
        this.tiers = Map.copyOf(tiers);
        this.expiresAt = expiresAt;
    }

    /** The seller's pairwise pseudonym (B-9). */
    public String sub() {
        return sub;
    }

    /** The agent's name in the grant. */
    public String agentId() {
        return agentId;
    }

    /** The thumbprint of the key that the grant and the token are bound to, equal to the caller's. */
    public String jkt() {
        return jkt;
    }

    /** The granted scopes. */
    public Set<String> scopes() {
        return scopes;
    }

    /** The tier that the seller chose for each scope; a scope may be missing (DEC-4). */
    public Map<String, Tier> tiers() {
        return tiers;
    }

    /** When the access token lapses. */
    public Instant expiresAt() {
        return expiresAt;
    }

    /** Whether the scope is granted. */
    public boolean covers(String scope) {
        return scopes.contains(scope);
    }

    @Override
    public String toString() {
        return "Grant[" + agentId + " " + jkt + "]";
    }
}
