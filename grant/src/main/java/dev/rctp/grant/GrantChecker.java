package dev.rctp.grant;

import dev.rctp.registries.Reason;
import dev.rctp.registries.Schemas;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Asks the authorization server on every call whether the seller still allows this agent; nothing is kept (GRA-1, INV-7). */
public final class GrantChecker {

    private final AuthorizationServer server;
    private final IntrospectionJudge judge;

    /**
     * A checker for the grants of one resource.
     *
     * @param server who is asked
     * @param resource the resource identifier that {@code aud} must name where it is given (GRA-6)
     * @param schemas holds the schema {@code grant-introspection}
     * @param clock tells when a token has lapsed
     */
    public GrantChecker(AuthorizationServer server, String resource, Schemas schemas, InstantSource clock) {
        this.server = server;
        this.judge = new IntrospectionJudge(server.issuer(), resource, schemas, clock);
    }

    /** Whether {@link #check} asks the authorization server: the field is there, and is one bearer token (RFC 6750 2.1). */
    public static boolean asks(@Nullable String authorizationField) {
        return authorizationField != null
                && BearerField.token(authorizationField).isPresent();
    }

    /**
     * The grant behind a call, or why there is none (GRA-3).
     *
     * @param authorizationField the Authorization field, covered by the request's signature; null where there is none
     * @param jkt the thumbprint of the key that signed the call
     * @throws GrantUndecidedException where the authorization server does not answer, or with nonsense (GRA-4)
     */
    public GrantVerdict check(@Nullable String authorizationField, String jkt)
            throws GrantUndecidedException, InterruptedException {
        return check(authorizationField, jkt, IntrospectionJudge.Token.LIVE);
    }

    /**
     * The grant behind a call that was accepted earlier, or why there is none any more: the token may have lapsed since, for as long as the
     * grant itself is live (GRA-2, APR-6).
     *
     * @param authorizationField the Authorization field that the call came with
     * @param jkt the thumbprint of the key that signed the call
     * @throws GrantUndecidedException where the authorization server does not answer, or with nonsense (GRA-4)
     */
    public GrantVerdict recheck(@Nullable String authorizationField, String jkt)
            throws GrantUndecidedException, InterruptedException {
        return check(authorizationField, jkt, IntrospectionJudge.Token.MAY_HAVE_LAPSED);
    }

    private GrantVerdict check(@Nullable String authorizationField, String jkt, IntrospectionJudge.Token needed)
            throws GrantUndecidedException, InterruptedException {
        if (authorizationField == null) {
            return invalid("The call needs Authorization: Bearer with the seller's access token.", false);
        }
        Optional<String> token = BearerField.token(authorizationField);
        if (token.isEmpty()) {
            return invalid(
                    "Authorization is not exactly 'Bearer' and one token.",
                    BearerField.hasBearerScheme(authorizationField));
        }
        return judge.judge(server.introspect(token.get()), jkt, needed);
    }

    private static GrantRefused invalid(String sentence, boolean tokenPresented) {
        return new GrantRefused(Reason.GRANT_INVALID, sentence, tokenPresented);
    }
}
