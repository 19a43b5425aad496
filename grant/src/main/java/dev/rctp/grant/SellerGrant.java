package dev.rctp.grant;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.Tier;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a seller allowed an agent, with the tokens to use it; only an authorization server's answer makes one, or
 * {@link #fromStorage} of one that an answer made.
 */
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

    AgentGrantDetail detail() {
        return detail;
    }

    /** The form to keep for the next {@link SellerConnect#refresh}: JSON with both tokens in it, secrets; keep it encrypted. */
    public String toStorage() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("access_token", accessToken.secret())
                .put("refresh_token", refreshToken.secret())
                .put("expires_at", expiresAt.toString());
        scopes.forEach(json.putArray("scopes")::add);
        json.set("authorization_details", detail.toJson());
        sub.ifPresent(text -> json.put("sub", text));
        return json.toString();
    }

    /** The grant that {@link #toStorage} gave; throws {@link IllegalArgumentException} for any other text. */
    public static SellerGrant fromStorage(String stored) {
        try {
            return read(StrictJson.parseObject(stored.getBytes(StandardCharsets.UTF_8)));
        } catch (InvalidJsonException | GrantUndecidedException | DateTimeException e) {
            // the cause may quote a token
            throw new IllegalArgumentException("not a stored grant");
        }
    }

    private static SellerGrant read(ObjectNode json) throws GrantUndecidedException {
        String what = "the grant";
        if (!json.path("scopes").isArray()) {
            throw new GrantUndecidedException(what + " has no scopes");
        }
        Set<String> scopes = new LinkedHashSet<>();
        json.path("scopes").forEach(scope -> scopes.add(scope.asString("")));
        JsonNode sub = json.path("sub");
        return new SellerGrant(
                AccessToken.of(JsonAnswer.text(what, json, "access_token")),
                RefreshToken.of(JsonAnswer.text(what, json, "refresh_token")),
                Instant.parse(JsonAnswer.text(what, json, "expires_at")),
                scopes,
                AgentGrantDetail.of(what, json),
                sub.isString() ? Optional.of(sub.stringValue()) : Optional.empty());
    }

    @Override
    public String toString() {
        return "SellerGrant[" + detail.agentId() + " " + detail.jkt() + "]";
    }
}
