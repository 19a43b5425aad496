package dev.rctp.grant;

import dev.rctp.grant.AuthorizationServerTransport.Answer;
import dev.rctp.grant.ConnectVerdict.ForeignAnswer;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * An operator's way to a seller's permission (GRA-7): the seller's browser goes to {@link #authorizationUrl}, its redirect comes back
 * to {@link #exchange}, and {@link #refresh} keeps the permission in use until {@link #revoke} or its end.
 *
 * <p>Any number of threads may share one. It keeps the endpoints that discovery found; make a new one after a day.
 */
public final class SellerConnect {

    private final Issuer issuer;
    private final String clientId;
    private final ClientEndpoints endpoints;
    private final ClientHttp http;
    private final ConnectSettings settings;

    private SellerConnect(
            Issuer issuer, String clientId, ClientEndpoints endpoints, ClientHttp http, ConnectSettings settings) {
        this.issuer = issuer;
        this.clientId = clientId;
        this.endpoints = endpoints;
        this.http = http;
        this.settings = settings;
    }

    /**
     * Finds the server's endpoints (RFC 8414).
     *
     * @param issuer the marketplace's authorization server, as the gateway's protected resource metadata names it (DIS-2)
     * @param clientId the operator's name there; in the sandbox its profile URL
     * @throws GrantUndecidedException where no metadata came, where it is another issuer's, or where it lacks what GRA-7 asks for
     */
    public static SellerConnect discover(Issuer issuer, String clientId, ConnectSettings settings)
            throws GrantUndecidedException, InterruptedException {
        ClientHttp http = new ClientHttp(settings.http(), settings.deadline());
        ClientEndpoints endpoints = ClientEndpoints.of(issuer, MetadataDocument.of(issuer, http::get));
        return new SellerConnect(issuer, clientId, endpoints, http, settings);
    }

    /**
     * A new request, whose URL the seller's browser has to be sent to. It carries PKCE S256 (RFC 7636), a state, the details (RFC 9396)
     * and the resource (RFC 8707); the verifier stays in the value.
     *
     * @param redirectUri where the server sends the browser back, exactly as it is registered there
     */
    public PendingConsent authorizationUrl(AgentGrantRequest request, URI redirectUri) {
        String state = secret();
        String verifier = secret();
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("response_type", "code");
        parameters.put("client_id", clientId);
        parameters.put("redirect_uri", redirectUri.toString());
        parameters.put("scope", request.scope());
        parameters.put("state", state);
        parameters.put("code_challenge", challenge(verifier));
        parameters.put("code_challenge_method", "S256");
        parameters.put("authorization_details", request.detail().toJson().toString());
        parameters.put("resource", request.resource());
        String endpoint = endpoints.authorization().toString();
        URI url = URI.create(endpoint + (endpoint.contains("?") ? "&" : "?") + FormParameters.encode(parameters));
        return new PendingConsent(
                issuer.text(), clientId, redirectUri.toString(), request.detail(), state, verifier, url);
    }

    /**
     * The tokens for the seller's decision.
     *
     * @param pending the request that the browser session began, which no later call may use again
     * @param redirect the URI that the browser came back with; only its query is read
     * @throws GrantUndecidedException where no answer came or none that means anything; the code is used up then
     * @throws IllegalArgumentException where {@code pending} is of another server or client
     */
    public ConnectVerdict exchange(PendingConsent pending, URI redirect)
            throws GrantUndecidedException, InterruptedException {
        if (!pending.isFor(issuer.text(), clientId)) {
            throw new IllegalArgumentException("the pending consent is of another authorization server or client");
        }
        String query = redirect.getRawQuery();
        Optional<Map<String, String>> parameters = FormParameters.decode(query == null ? "" : query);
        if (parameters.isEmpty()) {
            return new ForeignAnswer("A parameter of the redirect comes twice.");
        }
        return answered(pending, parameters.get());
    }

    private ConnectVerdict answered(PendingConsent pending, Map<String, String> parameters)
            throws GrantUndecidedException, InterruptedException {
        if (!pending.hasState(parameters.getOrDefault("state", ""))) {
            return new ForeignAnswer("The redirect's state is not that of this request.");
        }
        if (!issuer.text().equals(parameters.get("iss"))) {
            return new ForeignAnswer("The redirect's iss is not the authorization server that was asked.");
        }
        String error = parameters.get("error");
        if (error != null) {
            return OAuthRefused.of(error, parameters.getOrDefault("error_description", ""))
                    .<ConnectVerdict>map(refused -> refused)
                    .orElseGet(() -> new ForeignAnswer("The redirect's error is not an error code."));
        }
        String code = parameters.getOrDefault("code", "");
        return code.isEmpty() ? new ForeignAnswer("The redirect has neither code nor error.") : redeem(pending, code);
    }

    private TokenVerdict redeem(PendingConsent pending, String code)
            throws GrantUndecidedException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", "authorization_code");
        parameters.put("code", code);
        parameters.put("redirect_uri", pending.redirectUri());
        parameters.put("code_verifier", pending.verifier());
        return tokens("the exchange of the code", parameters, pending.asked());
    }

    /**
     * The next tokens of a grant; the refresh token is used up by it (GRA-7). {@code invalid_grant} means that the grant has ended or
     * was taken back: ask the seller again.
     *
     * @param grant the last answer, which no later call may use again
     * @throws GrantUndecidedException where no answer came or none that means anything, such as a grant for another agent or key. The
     *     token may be used up by then; sending it again revokes the grant if it is
     */
    public TokenVerdict refresh(SellerGrant grant) throws GrantUndecidedException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("grant_type", "refresh_token");
        parameters.put("refresh_token", grant.refreshToken().secret());
        return tokens("the refresh", parameters, grant.detail());
    }

    /**
     * Gives a grant back with one of its tokens (RFC 7009): the agent's next call is refused.
     *
     * @throws GrantUndecidedException where no answer came or none that means anything; it may be sent again
     */
    public RevocationVerdict revoke(GrantToken token) throws GrantUndecidedException, InterruptedException {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("token", token.secret());
        parameters.put("token_type_hint", token instanceof RefreshToken ? "refresh_token" : "access_token");
        Answer answer = post("the revocation", endpoints.revocation(), parameters);
        return answer.status() == 200 ? new RevocationVerdict.Revoked() : OAuthRefused.of("the revocation", answer);
    }

    private TokenVerdict tokens(String what, Map<String, String> parameters, AgentGrantDetail wanted)
            throws GrantUndecidedException, InterruptedException {
        Instant asked = settings.clock().instant();
        TokenVerdict verdict = TokenAnswer.of(what, post(what, endpoints.token(), parameters), asked);
        if (verdict instanceof SellerGrant given && !given.detail().hasAgentOf(wanted)) {
            throw new GrantUndecidedException(what + " gave a grant for another agent or key");
        }
        return verdict;
    }

    private Answer post(String what, URI endpoint, Map<String, String> parameters)
            throws GrantUndecidedException, InterruptedException {
        parameters.put("client_id", clientId);
        try {
            return http.postForm(endpoint, parameters);
        } catch (IOException e) {
            throw new GrantUndecidedException(what + " failed", e);
        }
    }

    /** 256 random bits, base64url: 43 characters, as a verifier may have (RFC 7636 4.1). */
    private String secret() {
        byte[] bits = new byte[32];
        settings.random().nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    private static String challenge(String verifier) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(Sha256.bytes(verifier.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public String toString() {
        return "SellerConnect[" + clientId + " at " + issuer + "]";
    }
}
