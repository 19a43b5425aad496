package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPrivateKeySpec;
import java.util.Base64;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: a P-256 key pair that shows its private member, since {@code sandbox.json} hands it out. */
public final class TestKey {

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private final ObjectNode jwk;

    private TestKey(ObjectNode jwk) {
        this.jwk = jwk;
    }

    /** A fresh key pair. */
    public static TestKey generate(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), random);
            KeyPair pair = generator.generateKeyPair();
            ECPublicKey key = (ECPublicKey) pair.getPublic();
            ObjectNode jwk = JsonNodeFactory.instance
                    .objectNode()
                    .put("kty", "EC")
                    .put("crv", "P-256")
                    .put("x", coordinate(key.getW().getAffineX()))
                    .put("y", coordinate(key.getW().getAffineY()))
                    .put("d", coordinate(((ECPrivateKey) pair.getPrivate()).getS()));
            return new TestKey(jwk.put("kid", thumbprint(jwk)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has P-256", e);
        }
    }

    /** The key pair that {@link #privateJwk} gave. */
    public static TestKey of(ObjectNode privateJwk) {
        return new TestKey(privateJwk.deepCopy());
    }

    /** {@code kty}, {@code crv}, {@code x}, {@code y}, {@code d} and {@code kid}; a fresh copy. */
    public ObjectNode privateJwk() {
        return jwk.deepCopy();
    }

    /** The public members with {@code kid}, {@code use} and {@code alg}; a fresh copy. */
    public ObjectNode publicJwk() {
        ObjectNode copy = jwk.deepCopy();
        copy.remove("d");
        return copy.put("use", "sig").put("alg", "ES256");
    }

    /** The RFC 7638 thumbprint with SHA-256, base64url without padding. */
    public String thumbprint() {
        return jwk.get("kid").stringValue();
    }

    /** A compact JWS (RFC 7515) of the payload with {@code alg}, {@code kid} and this {@code typ}. */
    public String jws(String typ, ObjectNode payload) {
        ObjectNode header = JsonNodeFactory.instance
                .objectNode()
                .put("alg", "ES256")
                .put("typ", typ)
                .put("kid", thumbprint());
        String input = base64(header.toString()) + "." + base64(payload.toString());
        return input + "." + BASE64.encodeToString(sign(input.getBytes(StandardCharsets.US_ASCII)));
    }

    @Override
    public String toString() {
        return "TestKey[" + thumbprint() + "]";
    }

    private byte[] sign(byte[] data) {
        try {
            AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
            curve.init(new ECGenParameterSpec("secp256r1"));
            BigInteger d =
                    new BigInteger(1, Base64.getUrlDecoder().decode(jwk.get("d").stringValue()));
            Signature signature = Signature.getInstance("SHA256withECDSAinP1363Format");
            signature.initSign(KeyFactory.getInstance("EC")
                    .generatePrivate(new ECPrivateKeySpec(d, curve.getParameterSpec(ECParameterSpec.class))));
            signature.update(data);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a P-256 key made here signs", e);
        }
    }

    private static String thumbprint(ObjectNode jwk) {
        String canonical = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\""
                + jwk.get("x").stringValue() + "\",\"y\":\"" + jwk.get("y").stringValue() + "\"}";
        return BASE64.encodeToString(Sha256.bytes(canonical.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String base64(String text) {
        return BASE64.encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String coordinate(BigInteger value) {
        byte[] signed = value.toByteArray();
        byte[] fixed = new byte[32];
        int kept = Math.min(signed.length, 32);
        System.arraycopy(signed, signed.length - kept, fixed, 32 - kept, kept);
        return BASE64.encodeToString(fixed);
    }
}
