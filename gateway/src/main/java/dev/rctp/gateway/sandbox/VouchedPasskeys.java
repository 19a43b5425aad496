package dev.rctp.gateway.sandbox;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: tells the gateway of the sellers' software passkeys, as a marketplace does, through the management API (MGT-1). */
final class VouchedPasskeys {

    private static final int CREATED = 201;
    private static final int KNOWN = 409;

    private VouchedPasskeys() {}

    static void tell(URI management, String bearer, List<SellerPasskey> passkeys)
            throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            for (SellerPasskey passkey : passkeys) {
                ObjectNode body = JsonNodeFactory.instance.objectNode().put("credential_id", passkey.credentialId());
                ObjectNode jwk = passkey.key().publicJwk().deepCopy();
                jwk.remove("kid");
                body.set("jwk", jwk);
                String seller = URLEncoder.encode(passkey.sub(), StandardCharsets.UTF_8);
                HttpRequest request = HttpRequest.newBuilder(management.resolve("/sellers/" + seller + "/passkeys"))
                        .header("authorization", "Bearer " + bearer)
                        .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                        .build();
                HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                if (answer.statusCode() != CREATED && answer.statusCode() != KNOWN) {
                    throw new IOException("a seller's passkey was not taken: " + answer.body());
                }
            }
        }
    }
}
