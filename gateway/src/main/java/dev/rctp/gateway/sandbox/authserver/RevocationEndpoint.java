package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.GrantStore.Standing;
import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import java.util.Optional;

/** TEST ONLY: the revocation endpoint (RFC 7009) for operators: either token of a grant takes the whole grant back. */
final class RevocationEndpoint {

    private final Clients clients;
    private final GrantStore store;

    RevocationEndpoint(Clients clients, GrantStore store) {
        this.clients = clients;
        this.store = store;
    }

    /** 200 also for a token unknown here (RFC 7009 2.2); another client's token is refused and stays good. */
    Outgoing answer(Incoming incoming) {
        Form form = incoming.form();
        Optional<String> clientId = form.get("client_id").flatMap(clients::find).map(Clients.Client::id);
        if (clientId.isEmpty()) {
            return OAuthErrors.of("invalid_client", "client_id has to be the profile URL of a known operator.");
        }
        Optional<String> token = form.get("token");
        if (token.isEmpty() || form.repeats()) {
            return OAuthErrors.of("invalid_request", "token is missing, or a parameter came more than once.");
        }
        Optional<Standing> standing = store.standing(token.get());
        if (standing.isPresent()) {
            AgentGrant grant = standing.get().grant();
            if (!clientId.get().equals(grant.clientId())) {
                return OAuthErrors.of("invalid_grant", "The token was given to another client.");
            }
            store.revoke(grant.id());
        }
        return Outgoing.empty(200);
    }
}
