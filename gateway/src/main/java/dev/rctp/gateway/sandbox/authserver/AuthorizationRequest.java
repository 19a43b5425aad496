package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.Clients.Client;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * TEST ONLY: a request for a grant that was found whole (RFC 6749 4.1.1, RFC 7636, RFC 9396).
 *
 * @param client who asks
 * @param redirectUri where the answer goes
 * @param state the client's own text, echoed; null where it sent none
 * @param codeChallenge the PKCE challenge, S256
 * @param detail the agent and its tiers
 * @param scopes the scopes asked for
 */
record AuthorizationRequest(
        Client client,
        String redirectUri,
        @Nullable String state,
        String codeChallenge,
        GrantDetail detail,
        List<String> scopes)
        implements AuthorizationVerdict {

    /** Keeps its own copy of the scopes. */
    AuthorizationRequest {
        scopes = List.copyOf(scopes);
    }
}
