package dev.rctp.grant;

import dev.rctp.registries.Tier;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a seller allowed an agent, with the tokens to use it; only an authorization server's answer makes one. */
public final class SellerGrant implements TokenVerdict {

    private final AccessToken accessToken;
    private final RefreshToken refreshToken;
    private final Instant expiresAt;
    private final Set<String> scopes;
    private final AgentGrantDetail detail;
    private final Optional<String> sub;

    SellerGrant(
            AccessToken accessToken,
            RefreshToken refreshToken,
            Instant expiresAt,
            Set<String> scopes,
            AgentGrantDetail detail,
            Optional<String> sub) {
        this.accessToken = accessToken;
        this.refreshToken = refreshToken;
        this.expiresAt = expiresAt;
        this.scopes = Set.copyOf(scopes);
        this.detail = detail;
        this.sub = sub;
    }

    /** For the agent's calls until {@link #expiresAt}. */
    public AccessToken accessToken() {
        return accessToken;
    }

    /** For the next tokens; the one before it must not be used again (GRA-7). */
    public RefreshToken refreshToken() {
        return refreshToken;
    }

    /** When the access token lapses, by the operator's clock. */
    public Instant expiresAt() {
        return expiresAt;
    }

    /** The granted scopes. */
    public Set<String> scopes() {
        return scopes;
    }

    /** The agent's name in the grant. */
    public String agentId() {
        return detail.agentId();
    }

    /** The thumbprint of the one key whose calls the tokens are good for. */
    public String jkt() {
        return detail.jkt();
    }

    /** The tier of each scope that has one; the others have the marketplace's default (DEC-4). */
    public Map<String, Tier> tiers() {
        return Map.copyOf(detail.tiers());
    }

    /** The seller's pairwise pseudonym (B-9); empty where the server does not tell it. */
    public Optional<String> sub() {
        return sub;
    }

    @Override
    public String toString() {
        return "SellerGrant[" + detail.agentId() + " " + detail.jkt() + "]";
    }
}
