package dev.rctp.grant;

import java.net.URI;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the authorization server says of itself (RFC 8414 2), as far as it is used here.
 *
 * @param issuer the issuer, equal to the configured one by characters
 * @param introspectionEndpoint where tokens are introspected
 * @param jwksUri where its public keys are; null where it names no place
 */
public record AuthorizationServerMetadata(
        String issuer, URI introspectionEndpoint, @Nullable URI jwksUri) {

    /**
     * Reads a metadata document.
     *
     * @throws GrantUndecidedException where another issuer's or unusable metadata came (B50)
     */
    static AuthorizationServerMetadata of(Issuer issuer, ObjectNode document) throws GrantUndecidedException {
        if (!issuer.text().equals(document.path("issuer").asString(""))) {
            throw new GrantUndecidedException(
                    "the authorization server's metadata is not that of the configured issuer " + issuer.text());
        }
        requireBasicAuthentication(document);
        URI introspection = endpoint(issuer, document, "introspection_endpoint");
        if (introspection == null) {
            throw new GrantUndecidedException("the authorization server's metadata has no introspection_endpoint");
        }
        return new AuthorizationServerMetadata(issuer.text(), introspection, endpoint(issuer, document, "jwks_uri"));
    }

    /** Whether both are introspected at the same scheme, host and port. */
    boolean sameOrigin(AuthorizationServerMetadata other) {
        return origin(introspectionEndpoint).equals(origin(other.introspectionEndpoint));
    }

    private static URI origin(URI uri) {
        return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
    }

    private static void requireBasicAuthentication(ObjectNode document) throws GrantUndecidedException {
        JsonNode methods = document.path("introspection_endpoint_auth_methods_supported");
        if (methods.isArray()
                && methods.valueStream().noneMatch(m -> m.asString("").equals("client_secret_basic"))) {
            throw new GrantUndecidedException("the authorization server does not take client_secret_basic");
        }
    }

    private static @Nullable URI endpoint(Issuer issuer, ObjectNode document, String member)
            throws GrantUndecidedException {
        JsonNode value = document.path(member);
        if (value.isMissingNode()) {
            return null;
        }
        URI uri = issuer.endpoint(value.asString(""));
        if (uri == null) {
            throw new GrantUndecidedException("the authorization server's " + member + " is not an https URL");
        }
        return uri;
    }
}
