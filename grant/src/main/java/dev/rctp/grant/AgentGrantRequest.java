package dev.rctp.grant;

import dev.rctp.registries.ShownName;
import dev.rctp.registries.Tier;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an operator asks a seller to allow one of its agents (GRA-7).
 *
 * @param agentId the operator's name for the agent, which the seller will read
 * @param jkt the RFC 7638 thumbprint of the key that the agent signs with: the {@code kid} in the operator's profile
 * @param tiers each scope asked for with the tier asked for it
 * @param resource the gateway's resource identifier, as its protected resource metadata has it (DIS-2; RFC 8707)
 */
public record AgentGrantRequest(String agentId, String jkt, Map<String, Tier> tiers, String resource) {

    private static final int LONGEST_AGENT_ID = 255;

    /** Keeps its own copy of the tiers; throws {@link IllegalArgumentException} for what no server could grant. */
    public AgentGrantRequest {
        if (!ShownName.isFit(agentId, LONGEST_AGENT_ID)) {
            throw new IllegalArgumentException(
                    "agentId has to be a name that people can read, of 255 characters at most");
        }
        if (!jkt.matches("[A-Za-z0-9_-]{43}")) {
            throw new IllegalArgumentException("jkt is not an RFC 7638 thumbprint");
        }
        if (tiers.isEmpty() || tiers.keySet().stream().anyMatch(s -> !s.matches("[\\x21\\x23-\\x5B\\x5D-\\x7E]+"))) {
            throw new IllegalArgumentException("tiers has to name one scope at least, and scopes only (RFC 6749 3.3)");
        }
        URI uri = URI.create(resource);
        if (!uri.isAbsolute() || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("resource has to be an absolute URI without fragment (RFC 8707 2)");
        }
        tiers = Map.copyOf(tiers);
    }

    /** The scopes, space-separated in alphabetical order. */
    String scope() {
        return String.join(" ", new TreeMap<>(tiers).keySet());
    }

    /** What the answer has to be about. */
    AgentGrantDetail detail() {
        return new AgentGrantDetail(agentId, jkt, tiers);
    }
}
