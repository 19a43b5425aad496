package dev.rctp.grant;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request that waits for the seller's decision; {@link SellerConnect#authorizationUrl} makes it.
 *
 * <p>Keep it where only the browser session that began it finds it, and delete it with the first answer, good or bad. It holds the
 * PKCE verifier, which its text form does not show.
 */
public final class PendingConsent {

    private final String issuer;
    private final String clientId;
    private final String redirectUri;
    private final AgentGrantDetail asked;
    private final String state;
    private final String verifier;
    private final URI url;

    PendingConsent(
            String issuer,
            String clientId,
            String redirectUri,
            AgentGrantDetail asked,
            String state,
            String verifier,
            URI url) {
        this.issuer = issuer;
        this.clientId = clientId;
        this.redirectUri = redirectUri;
        this.asked = asked;
        this.state = state;
        this.verifier = verifier;
        this.url = url;
    }

    /** Where to send the seller's browser. */
    public URI url() {
        return url;
    }

    /** The form to keep until the answer comes: JSON with the verifier in it, a secret. */
    public String toStorage() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("issuer", issuer)
                .put("client_id", clientId)
                .put("redirect_uri", redirectUri)
                .put("state", state)
                .put("code_verifier", verifier)
                .put("url", url.toString());
        json.set("authorization_details", asked.toJson());
        return json.toString();
    }

    /** The request that {@link #toStorage} gave; throws {@link IllegalArgumentException} for any other text. */
    public static PendingConsent fromStorage(String stored) {
        try {
            ObjectNode json = StrictJson.parseObject(stored.getBytes(StandardCharsets.UTF_8));
            return new PendingConsent(
                    text(json, "issuer"),
                    text(json, "client_id"),
                    text(json, "redirect_uri"),
                    AgentGrantDetail.of("the request", json),
                    text(json, "state"),
                    text(json, "code_verifier"),
                    URI.create(text(json, "url")));
        } catch (InvalidJsonException | GrantUndecidedException e) {
            // the cause may quote the verifier
            throw new IllegalArgumentException("not a stored pending consent");
        }
    }

    String redirectUri() {
        return redirectUri;
    }

    String verifier() {
        return verifier;
    }

    boolean isFor(String otherIssuer, String otherClientId) {
        return issuer.equals(otherIssuer) && clientId.equals(otherClientId);
    }

    boolean hasState(String other) {
        return MessageDigest.isEqual(state.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    AgentGrantDetail asked() {
        return asked;
    }

    private static String text(ObjectNode json, String member) {
        JsonNode value = json.path(member);
        if (!value.isString()) {
            throw new IllegalArgumentException("not a stored pending consent");
        }
        return value.stringValue();
    }

    @Override
    public String toString() {
        return "PendingConsent[" + clientId + " at " + issuer + "]";
    }
}
