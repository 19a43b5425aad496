package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The marketplace's OAuth server as the gateway sees it: found by RFC 8414, asked by RFC 7662; it keeps no answer (GRA-1). */
public final class AuthorizationServer {

    private final Issuer issuer;
    private final ClientCredentials credentials;
    private final AuthorizationServerTransport transport;
    private final AuthorizationServerLimits limits;
    private final Discovery discovery;
    private final PublishedKeys keys;
    private final Semaphore places;

    /** A server that is first contacted when it is first asked, so the gateway starts without it. */
    public AuthorizationServer(
            Issuer issuer,
            ClientCredentials credentials,
            AuthorizationServerTransport transport,
            InstantSource clock,
            AuthorizationServerLimits limits) {
        this.issuer = issuer;
        this.credentials = credentials;
        this.transport = transport;
        this.limits = limits;
        this.discovery = new Discovery(issuer, transport, clock, limits);
        this.keys = new PublishedKeys(transport, clock);
        this.places = new Semaphore(limits.concurrent(), true);
    }

    /** Who it is. */
    public Issuer issuer() {
        return issuer;
    }

    /**
     * Its metadata.
     *
     * @throws GrantUndecidedException where none was ever found
     */
    public AuthorizationServerMetadata metadata() throws GrantUndecidedException, InterruptedException {
        takePlace();
        try {
            return discovery.current();
        } finally {
            places.release();
        }
    }

    /**
     * The public key of that {@code kid}; empty where it publishes none such.
     *
     * @throws GrantUndecidedException where its keys can't be had
     */
    public Optional<JsonNode> key(String keyId) throws GrantUndecidedException, InterruptedException {
        takePlace();
        try {
            URI place = discovery.current().jwksUri();
            if (place == null) {
                throw new GrantUndecidedException("the authorization server's metadata has no jwks_uri");
            }
            return keys.find(place, keyId);
        } finally {
            places.release();
        }
    }

    /** The introspection view of a token as the server gives it now (RFC 7662 2.2), unjudged. */
    ObjectNode introspect(String token) throws GrantUndecidedException, InterruptedException {
        takePlace();
        try {
            URI endpoint = discovery.current().introspectionEndpoint();
            return JsonAnswer.object("introspection", post(endpoint, token));
        } finally {
            places.release();
        }
    }

    private void takePlace() throws GrantUndecidedException, InterruptedException {
        if (!places.tryAcquire(limits.queueWait().toNanos(), TimeUnit.NANOSECONDS)) {
            throw new GrantUndecidedException("too many calls wait for the authorization server");
        }
    }

    private Answer post(URI endpoint, String token) throws GrantUndecidedException, InterruptedException {
        String form = "token=" + URLEncoder.encode(token, StandardCharsets.UTF_8) + "&token_type_hint=access_token";
        try {
            return transport.postForm(endpoint, credentials.basic(), form);
        } catch (IOException e) {
            throw new GrantUndecidedException("introspection failed", e);
        }
    }
}
