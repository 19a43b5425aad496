package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: a P-256 key pair that shows its private member, since {@code sandbox.json} hands it out. */
public final class TestKey {

    private static final List<String> MEMBERS = List.of("kty", "crv", "x", "y", "d", "kid");

    private final ObjectNode jwk;
    private final SigningKey key;

    private TestKey(ObjectNode jwk, SigningKey key) {
        this.jwk = jwk;
        this.key = key;
    }

    /** A fresh key pair. */
    public static TestKey generate(Cryptography cryptography) {
        return of(cryptography.generateJwk(SignatureAlgorithm.ES256), cryptography);
    }

    /** The key pair of a private JWK; throws {@link IllegalStateException} for one that is malformed. */
    public static TestKey of(ObjectNode privateJwk, Cryptography cryptography) {
        try {
            ObjectNode jwk = JsonNodeFactory.instance.objectNode();
            MEMBERS.forEach(member -> jwk.set(member, privateJwk.path(member)));
            return new TestKey(jwk, cryptography.signingKey(jwk));
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("the sandbox's state holds a key that is none", e);
        }
    }

    /** {@code kty}, {@code crv}, {@code x}, {@code y}, {@code d} and {@code kid}; a fresh copy. */
    public ObjectNode privateJwk() {
        return jwk.deepCopy();
    }

    /** The public members with {@code kid}, {@code use} and {@code alg}; a fresh copy. */
    public ObjectNode publicJwk() {
        return key.publicJwk();
    }

    /** The RFC 7638 thumbprint with SHA-256, base64url without padding. */
    public String thumbprint() {
        return key.thumbprint();
    }

    /** A compact JWS (RFC 7515) of the payload with {@code alg}, {@code kid} and this {@code typ}. */
    public String jws(String typ, ObjectNode payload) {
        ObjectNode header = JsonNodeFactory.instance
                .objectNode()
                .put("alg", "ES256")
                .put("typ", typ)
                .put("kid", thumbprint());
        String input = base64(header.toString().getBytes(StandardCharsets.UTF_8)) + "."
                + base64(payload.toString().getBytes(StandardCharsets.UTF_8));
        return input + "." + base64(key.sign(input.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The key as agents sign messages with it. */
    public SigningKey signingKey() {
        return key;
    }

    /** ES256 of the data, 64 bytes r‖s. */
    public byte[] sign(byte[] data) {
        return key.sign(data);
    }

    @Override
    public String toString() {
        return "TestKey[" + thumbprint() + "]";
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
