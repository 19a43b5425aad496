package dev.rctp.grant;

import java.net.URI;
import org.jspecify.annotations.Nullable;
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
     * Reads a metadata document of this issuer.
     *
     * @throws GrantUndecidedException where it is unusable
     */
    static AuthorizationServerMetadata of(Issuer issuer, ObjectNode document) throws GrantUndecidedException {
        MetadataDocument.requireListed(
                document, "introspection_endpoint_auth_methods_supported", "client_secret_basic");
        return new AuthorizationServerMetadata(
                issuer.text(),
                MetadataDocument.endpoint(issuer, document, "introspection_endpoint"),
                document.has("jwks_uri") ? MetadataDocument.endpoint(issuer, document, "jwks_uri") : null);
    }

    /** Whether both are introspected at the same scheme, host and port. */
    boolean sameOrigin(AuthorizationServerMetadata other) {
        return origin(introspectionEndpoint).equals(origin(other.introspectionEndpoint));
    }

    private static URI origin(URI uri) {
        return URI.create(uri.getScheme() + "://" + uri.getRawAuthority());
    }
}
