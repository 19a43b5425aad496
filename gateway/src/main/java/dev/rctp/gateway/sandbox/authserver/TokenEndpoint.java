package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the token endpoint for public clients (RFC 6749 3.2): codes with PKCE, refresh with rotation (GRA-7). */
final class TokenEndpoint {

    private final Clients clients;
    private final AuthorizationCodes codes;
    private final GrantStore store;

    TokenEndpoint(Clients clients, AuthorizationCodes codes, GrantStore store) {
        this.clients = clients;
        this.codes = codes;
        this.store = store;
    }

    /** Fresh tokens, or an OAuth error. */
    Outgoing answer(Incoming incoming) {
        Form form = incoming.form();
        if (form.repeats()) {
            return OAuthErrors.of("invalid_request", "A parameter came more than once.");
        }
        Optional<String> clientId = form.get("client_id").flatMap(clients::find).map(Clients.Client::id);
        if (clientId.isEmpty()) {
            return OAuthErrors.of("invalid_client", "client_id has to be the profile URL of a known operator.");
        }
        return switch (form.get("grant_type").orElse("")) {
            case "authorization_code" -> redeem(form, clientId.get());
            case "refresh_token" -> refresh(form, clientId.get());
            default ->
                OAuthErrors.of("unsupported_grant_type", "Only authorization_code and refresh_token are served.");
        };
    }

    private Outgoing redeem(Form form, String clientId) {
        return form.get("code")
                .flatMap(code -> codes.redeem(code, clientId, form))
                .map(store::issue)
                .map(TokenEndpoint::answer)
                .orElseGet(() -> OAuthErrors.of(
                        "invalid_grant",
                        "The code is not good, or client, redirect_uri or code_verifier do not fit it."));
    }

    private Outgoing refresh(Form form, String clientId) {
        Optional<String> token = form.get("refresh_token");
        if (token.isEmpty()) {
            return OAuthErrors.of("invalid_request", "refresh_token is missing.");
        }
        if (form.get("scope").isPresent() && !keepsScopes(form.get("scope").get(), token.get())) {
            return OAuthErrors.of("invalid_scope", "A refresh keeps the scopes of its grant.");
        }
        return store.rotate(token.get(), clientId)
                .map(TokenEndpoint::answer)
                .orElseGet(() -> OAuthErrors.of("invalid_grant", "The refresh token is not good."));
    }

    private boolean keepsScopes(String asked, String token) {
        return store.standing(token)
                .filter(s -> Set.copyOf(s.grant().scopes()).equals(new HashSet<>(List.of(asked.split(" ", -1)))))
                .isPresent();
    }

    private static Outgoing answer(GrantStore.Tokens tokens) {
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("access_token", tokens.access())
                .put("token_type", "Bearer")
                .put("expires_in", tokens.accessLifetime().toSeconds())
                .put("refresh_token", tokens.refresh())
                .put("scope", String.join(" ", tokens.grant().scopes()))
                .put("sub", tokens.grant().sub());
        body.set("authorization_details", tokens.grant().detail().toJson());
        return Outgoing.json(200, body).with("pragma", "no-cache");
    }
}
