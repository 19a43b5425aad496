package dev.rctp.gateway.browser;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST DOUBLE of the passkeys of one seller: one-time challenges, keys as the browser gave them, signatures verified. */
final class StandInPasskeys {

    private final SecureRandom random = new SecureRandom();
    private final Set<String> challenges = ConcurrentHashMap.newKeySet();
    private final Map<String, PublicKey> keys = new ConcurrentHashMap<>();
    private volatile boolean broken;

    Set<String> ids() {
        return keys.keySet();
    }

    /** Makes the page offer a passkey that this browser does not have. */
    void add(String id, PublicKey key) {
        keys.put(id, key);
    }

    void forget() {
        keys.clear();
    }

    /** From now on no signature is right, or all that are. */
    void breakKeys(boolean broken) {
        this.broken = broken;
    }

    String challenge() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        String challenge = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        challenges.add(challenge);
        return challenge;
    }

    /** Creation options (WebAuthn Level 3, PublicKeyCredentialCreationOptionsJSON). */
    ObjectNode creation() {
        ObjectNode options = JsonNodeFactory.instance.objectNode().put("challenge", challenge());
        options.putObject("rp").put("id", "localhost").put("name", "localhost");
        options.putObject("user").put("id", "c2VsbGVy").put("name", "seller").put("displayName", "seller");
        ArrayNode algorithms = options.putArray("pubKeyCredParams");
        algorithms.addObject().put("type", "public-key").put("alg", -7);
        algorithms.addObject().put("type", "public-key").put("alg", -257);
        options.putObject("authenticatorSelection")
                .put("residentKey", "preferred")
                .put("userVerification", "required");
        options.putArray("excludeCredentials");
        return options;
    }

    boolean enrol(JsonNode body, String origin) {
        JsonNode credential = body.path("credential");
        if (!isFor(credential, "webauthn.create", origin)) {
            return false;
        }
        try {
            byte[] key = bytes(credential.path("response").path("publicKey"));
            keys.put(
                    credential.path("id").stringValue(),
                    KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(key)));
            return true;
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    boolean accepts(JsonNode credential, String origin) {
        PublicKey key = keys.get(credential.path("id").stringValue());
        return isFor(credential, "webauthn.get", origin)
                && key != null
                && !broken
                && isSigned(credential.path("response"), key);
    }

    private boolean isFor(JsonNode credential, String type, String origin) {
        try {
            JsonNode client = StrictJson.parse(bytes(credential.path("response").path("clientDataJSON")));
            return challenges.remove(client.path("challenge").stringValue())
                    && client.path("type").stringValue().equals(type)
                    && client.path("origin").stringValue().equals(origin);
        } catch (InvalidJsonException e) {
            return false;
        }
    }

    private static boolean isSigned(JsonNode response, PublicKey key) {
        byte[] data = bytes(response.path("authenticatorData"));
        byte[] client = Sha256.bytes(bytes(response.path("clientDataJSON")));
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initVerify(key);
            signature.update(ByteBuffer.allocate(data.length + client.length)
                    .put(data)
                    .put(client)
                    .array());
            // the user was verified: flag UV (WebAuthn 6.1)
            return (data[32] & 4) != 0 && signature.verify(bytes(response.path("signature")));
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static byte[] bytes(JsonNode base64url) {
        return Base64.getUrlDecoder().decode(base64url.stringValue());
    }
}
