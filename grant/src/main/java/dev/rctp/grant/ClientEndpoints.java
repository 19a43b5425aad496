package dev.rctp.grant;

import java.net.URI;
import tools.jackson.databind.node.ObjectNode;

/**
 * Where an operator sends sellers and tokens (RFC 8414 2).
 *
 * @param authorization where the seller's browser goes
 * @param token where codes and refresh tokens are redeemed
 * @param revocation where tokens are given back
 */
record ClientEndpoints(URI authorization, URI token, URI revocation) {

    /** The endpoints of a server that keeps what GRA-7 asks of clients. */
    static ClientEndpoints of(Issuer issuer, ObjectNode document) throws GrantUndecidedException {
        if (!document.path("code_challenge_methods_supported").isArray()) {
            throw new GrantUndecidedException("the authorization server's metadata does not offer PKCE");
        }
        MetadataDocument.requireListed(document, "code_challenge_methods_supported", "S256");
        MetadataDocument.requireListed(document, "authorization_details_types_supported", AgentGrantDetail.TYPE);
        MetadataDocument.requireListed(document, "token_endpoint_auth_methods_supported", "none");
        return new ClientEndpoints(
                MetadataDocument.endpoint(issuer, document, "authorization_endpoint"),
                MetadataDocument.endpoint(issuer, document, "token_endpoint"),
                MetadataDocument.endpoint(issuer, document, "revocation_endpoint"));
    }
}
