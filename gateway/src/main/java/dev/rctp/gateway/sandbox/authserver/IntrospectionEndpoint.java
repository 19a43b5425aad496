package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.authserver.GrantStore.Standing;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the introspection endpoint (RFC 7662), for the gateway alone: the view of GRA-2. */
final class IntrospectionEndpoint {

    private final String issuer;
    private final String resource;
    private final byte[] credentials;
    private final GrantStore store;
    private final InstantSource clock;

    IntrospectionEndpoint(
            String issuer,
            String resource,
            String clientId,
            String clientSecret,
            GrantStore store,
            InstantSource clock) {
        this.issuer = issuer;
        this.resource = resource;
        this.credentials = basic(clientId, clientSecret).getBytes(StandardCharsets.US_ASCII);
        this.store = store;
        this.clock = clock;
    }

    /** The view, or 401 for anyone but the gateway. */
    Outgoing answer(Incoming incoming) {
        byte[] sent = incoming.fields().combined("authorization").orElse("").getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(sent, credentials)) {
            ObjectNode body = JsonNodeFactory.instance.objectNode().put("error", "invalid_client");
            return Outgoing.json(401, body).with("www-authenticate", "Basic realm=\"" + issuer + "\"");
        }
        Optional<String> token = incoming.form().get("token");
        if (token.isEmpty()) {
            return OAuthErrors.of("invalid_request", "token is missing.");
        }
        return Outgoing.json(
                200,
                store.standing(token.get())
                        .filter(s -> s.token().kind() == StoredToken.Kind.ACCESS)
                        .map(s -> view(s, clock.instant()))
                        .orElseGet(() -> JsonNodeFactory.instance.objectNode().put("active", false)));
    }

    private ObjectNode view(Standing standing, Instant now) {
        AgentGrant grant = standing.grant();
        String status = grant.status(now);
        boolean live = now.isBefore(standing.token().expiresAt());
        ObjectNode view = JsonNodeFactory.instance
                .objectNode()
                .put("active", live && status.equals("active"))
                .put("grant_status", status)
                .put("scope", String.join(" ", grant.scopes()))
                .put("sub", grant.sub())
                .put("exp", standing.token().expiresAt().getEpochSecond())
                .put("iss", issuer)
                .put("aud", resource);
        view.putObject("cnf").put("jkt", grant.detail().jkt());
        view.set("authorization_details", grant.detail().toJson());
        return view;
    }

    /** The field value of these credentials (RFC 6749 2.3.1). */
    static String basic(String clientId, String clientSecret) {
        String pair = URLEncoder.encode(clientId, StandardCharsets.UTF_8) + ":"
                + URLEncoder.encode(clientSecret, StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII));
    }
}
