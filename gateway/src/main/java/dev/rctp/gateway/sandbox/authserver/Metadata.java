package dev.rctp.gateway.sandbox.authserver;

import java.util.Collection;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the server's metadata (RFC 8414), with what RFC 9207 and RFC 9396 add. */
final class Metadata {

    private final ObjectNode document;

    Metadata(String issuer, Collection<String> scopes) {
        document = JsonNodeFactory.instance
                .objectNode()
                .put("issuer", issuer)
                .put("authorization_endpoint", issuer + "/authorize")
                .put("token_endpoint", issuer + "/token")
                .put("introspection_endpoint", issuer + "/introspect")
                .put("revocation_endpoint", issuer + "/revoke")
                .put("jwks_uri", issuer + "/jwks")
                .put("authorization_response_iss_parameter_supported", true);
        list("scopes_supported", scopes.toArray(String[]::new));
        list("response_types_supported", "code");
        list("response_modes_supported", "query");
        list("grant_types_supported", "authorization_code", "refresh_token");
        list("code_challenge_methods_supported", "S256");
        list("token_endpoint_auth_methods_supported", "none");
        list("revocation_endpoint_auth_methods_supported", "none");
        list("introspection_endpoint_auth_methods_supported", "client_secret_basic");
        list("authorization_details_types_supported", GrantDetail.TYPE);
    }

    /** The document; a fresh copy. */
    ObjectNode document() {
        return document.deepCopy();
    }

    private void list(String name, String... values) {
        for (String value : values) {
            document.withArrayProperty(name).add(value);
        }
    }
}
