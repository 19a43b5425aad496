package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.UUID;
import org.openqa.selenium.virtualauthenticator.Credential;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Protocol;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Transport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller who is new to the sandbox, in a browser whose device holds a passkey that the marketplace vouches for (MGT-1). */
final class SellersDevice implements AutoCloseable {

    final String sub = "seller-" + UUID.randomUUID();
    final Chromium browser = Chromium.start().as("en", false);

    SellersDevice(World world, Path state) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        KeyPair pair = generator.generateKeyPair();
        byte[] id = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
        vouch(world, state, id, (ECPublicKey) pair.getPublic());
        browser.driver()
                .addVirtualAuthenticator(new VirtualAuthenticatorOptions()
                        .setProtocol(Protocol.CTAP2)
                        .setTransport(Transport.INTERNAL)
                        .setHasResidentKey(true)
                        .setHasUserVerification(true)
                        .setIsUserVerified(true))
                .addCredential(Credential.createNonResidentCredential(
                        id,
                        "localhost",
                        new PKCS8EncodedKeySpec(pair.getPrivate().getEncoded()),
                        0));
    }

    private void vouch(World world, Path state, byte[] id, ECPublicKey key) throws Exception {
        ObjectNode jwk = JsonNodeFactory.instance.objectNode().put("kty", "EC").put("crv", "P-256");
        jwk.put("x", coordinate(key.getW().getAffineX()))
                .put("y", coordinate(key.getW().getAffineY()));
        ObjectNode passkey = JsonNodeFactory.instance.objectNode().put("credential_id", base64url(id));
        passkey.set("jwk", jwk.put("alg", "ES256"));
        JsonNode secrets = JsonMapper.shared().readTree(Files.readString(state.resolve("secrets.json")));
        URI uri = world.address("management").resolve("/sellers/" + sub + "/passkeys");
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(uri)
                            .header(
                                    "authorization",
                                    "Bearer "
                                            + secrets.path("RCTP_MANAGEMENT_SECRET")
                                                    .asString())
                            .POST(HttpRequest.BodyPublishers.ofString(passkey.toString()))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        }
    }

    private static String coordinate(BigInteger number) {
        byte[] bytes = number.toByteArray();
        byte[] fixed = new byte[32];
        int length = Math.min(bytes.length, 32);
        System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
        return base64url(fixed);
    }

    private static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        browser.close();
    }
}
