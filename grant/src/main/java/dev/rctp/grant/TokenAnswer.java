package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads the answers of a token endpoint (RFC 6749 5). */
final class TokenAnswer {

    private static final int LONGEST_SECONDS = 900;

    private TokenAnswer() {}

    /**
     * The tokens or the refusal.
     *
     * @param asked when the request was sent: the token's time counts from there
     */
    static TokenVerdict of(String what, Answer answer, Instant asked) throws GrantUndecidedException {
        return answer.status() == 200
                ? grant(what, JsonAnswer.object(what, answer), asked)
                : OAuthRefused.of(what, answer);
    }

    private static SellerGrant grant(String what, ObjectNode body, Instant asked) throws GrantUndecidedException {
        if (!body.path("token_type").asString("").equalsIgnoreCase("Bearer")) {
            throw new GrantUndecidedException(what + " was answered with another token_type than Bearer");
        }
        AgentGrantDetail detail = AgentGrantDetail.of(what, body);
        JsonNode sub = body.path("sub");
        return new SellerGrant(
                AccessToken.of(token(what, body, "access_token")),
                RefreshToken.of(token(what, body, "refresh_token")),
                asked.plusSeconds(lifetime(what, body.path("expires_in"))),
                scopes(body.path("scope"), detail),
                detail,
                sub.isString() ? Optional.of(sub.stringValue()) : Optional.empty());
    }

    private static String token(String what, ObjectNode body, String member) throws GrantUndecidedException {
        String token = JsonAnswer.text(what, body, member);
        if (!BearerField.isToken(token)) {
            throw new GrantUndecidedException(what + " was answered with a malformed " + member);
        }
        return token;
    }

    /** The seconds; without the member the longest that GRA-7 allows. */
    private static long lifetime(String what, JsonNode seconds) throws GrantUndecidedException {
        if (seconds.isMissingNode()) {
            return LONGEST_SECONDS;
        }
        if (!seconds.isIntegralNumber() || !seconds.canConvertToInt() || seconds.intValue() < 0) {
            throw new GrantUndecidedException(what + " was answered with an expires_in that is no number of seconds");
        }
        return seconds.intValue();
    }

    /** Without the member they are those asked for (RFC 6749 5.1), which the tiers name. */
    private static Set<String> scopes(JsonNode scope, AgentGrantDetail detail) {
        return scope.isString()
                ? Set.copyOf(List.of(scope.stringValue().split(" ")))
                : detail.tiers().keySet();
    }
}
