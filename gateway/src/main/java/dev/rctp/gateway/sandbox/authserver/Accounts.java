package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.msgsig.Cryptography;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the sellers' accounts and the server's own secrets, the same after each restart. */
final class Accounts {

    private static final List<String> NAMES = List.of("Ada", "Grace");

    private final byte[] salt;
    private final TestKey key;

    private Accounts(byte[] salt, TestKey key) {
        this.salt = salt;
        this.key = key;
    }

    /** Fresh secrets. */
    static Accounts generate(Cryptography cryptography, SecureRandom random) {
        byte[] salt = new byte[32];
        random.nextBytes(salt);
        return new Accounts(salt, TestKey.generate(cryptography));
    }

    /** The secrets that {@link #toJson} gave. */
    static Accounts of(ObjectNode json, Cryptography cryptography) {
        return new Accounts(
                Base64.getUrlDecoder().decode(json.get("salt").stringValue()),
                TestKey.of((ObjectNode) json.get("key"), cryptography));
    }

    /** The form to keep between restarts. */
    ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("salt", Base64.getUrlEncoder().withoutPadding().encodeToString(salt));
        json.set("key", key.privateJwk());
        return json;
    }

    /** The key that signs enrolment tickets. */
    TestKey key() {
        return key;
    }

    /** The sellers as this resource server knows them: another one would see other pseudonyms (B-9). */
    List<Seller> sellers(String resource) {
        return NAMES.stream()
                .map(name -> new Seller(name, subject(resource, name)))
                .toList();
    }

    private String subject(String resource, String account) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(salt, "HmacSHA256"));
            byte[] digest = mac.doFinal((resource + "\n" + account).getBytes(StandardCharsets.UTF_8));
            return "slr_"
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(digest)
                            .substring(0, 22);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
        }
    }
}
