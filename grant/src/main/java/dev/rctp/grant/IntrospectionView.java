package dev.rctp.grant;

import dev.rctp.registries.Tier;
import java.time.Instant;
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

    private static final String WHAT = "introspection";

    static IntrospectionView of(ObjectNode view) throws GrantUndecidedException {
        if (!"active".equals(view.path("grant_status").asString(""))) {
            throw new GrantUndecidedException("introspection was answered without grant_status");
        }
        AgentGrantDetail grant = AgentGrantDetail.of(WHAT, view);
        return new IntrospectionView(
                JsonAnswer.text(WHAT, view, "sub"),
                scopes(JsonAnswer.text(WHAT, view, "scope")),
                expiry(view.path("exp")),
                JsonAnswer.text(WHAT, view.path("cnf"), "jkt"),
                grant.agentId(),
                grant.jkt(),
                grant.tiers());
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
}
