package dev.rctp.attest;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A fresh ES256 key of a gateway. */
public final class TestKey implements EntrySigner {

    private final KeyPair pair;
    private final ObjectNode jwk;

    private TestKey(KeyPair pair) {
        this.pair = pair;
        ECPublicKey key = (ECPublicKey) pair.getPublic();
        this.jwk = JsonNodeFactory.instance
                .objectNode()
                .put("crv", "P-256")
                .put("kty", "EC")
                .put("x", coordinate(key.getW().getAffineX()))
                .put("y", coordinate(key.getW().getAffineY()));
        jwk.put("kid", base64url(Sha256.bytes(CanonicalJson.bytes(jwk))));
    }

    /** Makes one. */
    public static TestKey generate() throws GeneralSecurityException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
        generator.initialize(new ECGenParameterSpec("secp256r1"));
        return new TestKey(generator.generateKeyPair());
    }

    /** Its public JWK. */
    public ObjectNode jwk() {
        return jwk.deepCopy();
    }

    @Override
    public String keyId() {
        return jwk.path("kid").stringValue();
    }

    @Override
    public byte[] sign(byte[] data) {
        return sign(data, "SHA256withECDSAinP1363Format");
    }

    /** A signature in the given form of the platform's. */
    public byte[] sign(byte[] data, String form) {
        try {
            Signature signature = Signature.getInstance(form);
            signature.initSign(pair.getPrivate());
            signature.update(data);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[32];
        int length = Math.min(32, bytes.length);
        System.arraycopy(bytes, bytes.length - length, fixed, 32 - length, length);
        return base64url(Arrays.copyOf(fixed, 32));
    }

    private static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
