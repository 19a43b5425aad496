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
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.UUID;
import org.openqa.selenium.virtualauthenticator.Credential;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticator;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Protocol;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Transport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller who is new to the sandbox, and a browser on a device that can hold passkeys. */
final class SellersDevice implements AutoCloseable {

    final String sub = "seller-" + UUID.randomUUID();
    final Chromium browser = Chromium.start().as("en", false);

    private final byte[] credential = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    private final KeyPairGenerator generator = generator();
    private final KeyPair vouched = generator.generateKeyPair();

    private final VirtualAuthenticator device = browser.driver()
            .addVirtualAuthenticator(new VirtualAuthenticatorOptions()
                    .setProtocol(Protocol.CTAP2)
                    .setTransport(Transport.INTERNAL)
                    .setHasResidentKey(true)
                    .setHasUserVerification(true)
                    .setIsUserVerified(true));

    private static KeyPairGenerator generator() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    /** Puts a passkey on the device that the marketplace vouches for. */
    SellersDevice vouchedFor(World world, Path state) throws Exception {
        vouch(world, state, credential, (ECPublicKey) vouched.getPublic());
        hold(vouched);
        return this;
    }

    /** From now on the device answers to the passkey's name with a key that nobody vouched for, or with the right one. */
    void forged(boolean wrong) {
        device.removeAllCredentials();
        hold(wrong ? generator.generateKeyPair() : vouched);
    }

    /** From now on the device knows, or does not know, who touches it. */
    void recognises(boolean itsOwner) {
        device.setUserVerified(itsOwner);
    }

    private void hold(KeyPair pair) {
        device.addCredential(Credential.createNonResidentCredential(
                credential,
                "localhost",
                new PKCS8EncodedKeySpec(pair.getPrivate().getEncoded()),
                0));
    }

    /** Opens the enrolment page with a fresh ticket of the authorization server (APR-9). */
    SellersDevice invited(World world) throws Exception {
        ObjectNode seller = JsonNodeFactory.instance.objectNode().put("sub", sub);
        try (HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest ask = HttpRequest.newBuilder(world.test("tickets"))
                    .header("content-type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(seller.toString()))
                    .build();
            JsonNode answer = JsonMapper.shared()
                    .readTree(
                            http.send(ask, HttpResponse.BodyHandlers.ofString()).body());
            browser.driver()
                    .get(world.gateway() + "/enroll?ticket="
                            + answer.path("ticket").stringValue());
        }
        return this;
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
