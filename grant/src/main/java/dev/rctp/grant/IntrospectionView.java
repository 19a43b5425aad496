package dev.rctp.grant;

import dev.rctp.registries.Tier;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The members of a whole introspection view (GRA-2).
 *
 * @param sub the seller's pseudonym
 * @param scopes the granted scopes
 * @param expiresAt when the token lapses
 * @param tokenJkt {@code cnf.jkt}: the key that the token is bound to
 * @param agentId the agent's name in the grant
 * @param grantJkt the key that the grant was given to
 * @param tiers scope to tier
 */
record IntrospectionView(
        String sub,
        Set<String> scopes,
        Instant expiresAt,
        String tokenJkt,
        String agentId,
        String grantJkt,
        Map<String, Tier> tiers) {

    private static final String TYPE = "dev.rctp.agent_grant";

    static IntrospectionView of(ObjectNode view) throws GrantUndecidedException {
        if (!"active".equals(view.path("grant_status").asString(""))) {
            throw new GrantUndecidedException("introspection was answered without grant_status");
        }
        JsonNode grant = theGrant(view);
        return new IntrospectionView(
                text(view, "sub"),
                scopes(text(view, "scope")),
                expiry(view.path("exp")),
                text(view.path("cnf"), "jkt"),
                text(grant, "agent_id"),
                text(grant, "jkt"),
                tiers(grant.path("tiers")));
    }

    private static JsonNode theGrant(ObjectNode view) throws GrantUndecidedException {
        List<JsonNode> grants = view.path("authorization_details")
                .valueStream()
                .filter(detail -> TYPE.equals(detail.path("type").asString("")))
                .toList();
        if (grants.size() != 1) {
            throw new GrantUndecidedException("introspection was answered with " + grants.size() + " entries of type "
                    + TYPE + " instead of one");
        }
        return grants.getFirst();
    }

    private static Set<String> scopes(String scope) {
        return Set.copyOf(List.of(scope.split(" ")));
    }

    private static Instant expiry(JsonNode exp) throws GrantUndecidedException {
        if (!exp.isIntegralNumber() || !exp.canConvertToLong() || Math.abs(exp.longValue()) > 1L << 40) {
            throw new GrantUndecidedException("introspection was answered without a whole number 'exp'");
        }
        return Instant.ofEpochSecond(exp.longValue());
    }

    private static Map<String, Tier> tiers(JsonNode tiers) throws GrantUndecidedException {
        if (!tiers.isObject()) {
            throw new GrantUndecidedException("introspection was answered without 'tiers'");
        }
        Map<String, Tier> parsed = new HashMap<>();
        for (Map.Entry<String, JsonNode> tier : tiers.properties()) {
            parsed.put(tier.getKey(), tier(tier.getValue()));
        }
        return parsed;
    }

    private static Tier tier(JsonNode token) throws GrantUndecidedException {
        return Tier.ofToken(token.asString(""))
                .orElseThrow(() -> new GrantUndecidedException("introspection was answered with an unknown tier"));
    }

    private static String text(JsonNode object, String member) throws GrantUndecidedException {
        JsonNode value = object.path(member);
        if (!value.isString() || value.stringValue().isEmpty()) {
            throw new GrantUndecidedException("introspection was answered without a text '" + member + "'");
        }
        return value.stringValue();
    }
}
