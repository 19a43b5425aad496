package dev.rctp.attest.deal;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A party with a fresh key, which signs events by the Java platform. */
public final class TestParty implements EventKey {

    private final String profile;
    private final KeyPair pair;
    private final String algorithm;
    private final String platform;
    private final ObjectNode jwk;

    private TestParty(String profile, KeyPair pair, String algorithm, String platform, ObjectNode jwk) {
        this.profile = profile;
        this.pair = pair;
        this.algorithm = algorithm;
        this.platform = platform;
        this.jwk = jwk.put("kid", base64url(Sha256.bytes(CanonicalJson.bytes(jwk))));
    }

    /** One with a P-256 key. */
    public static TestParty of(String profile) {
        return ec(profile, "ES256", "P-256", "secp256r1", "SHA256withECDSAinP1363Format", 32);
    }

    /** One with a key of this JOSE algorithm. */
    public static TestParty of(String profile, String algorithm) {
        return switch (algorithm) {
            case "ES256" -> of(profile);
            case "ES384" -> ec(profile, "ES384", "P-384", "secp384r1", "SHA384withECDSAinP1363Format", 48);
            default -> ed25519(profile);
        };
    }

    private static TestParty ec(
            String profile, String algorithm, String crv, String curve, String platform, int width) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(curve));
            KeyPair pair = generator.generateKeyPair();
            ECPublicKey key = (ECPublicKey) pair.getPublic();
            ObjectNode jwk = JsonNodeFactory.instance
                    .objectNode()
                    .put("crv", crv)
                    .put("kty", "EC")
                    .put("x", base64url(fixed(key.getW().getAffineX(), width)))
                    .put("y", base64url(fixed(key.getW().getAffineY(), width)));
            return new TestParty(profile, pair, algorithm, platform, jwk);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TestParty ed25519(String profile) {
        try {
            KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] encoded = pair.getPublic().getEncoded();
            ObjectNode jwk = JsonNodeFactory.instance
                    .objectNode()
                    .put("crv", "Ed25519")
                    .put("kty", "OKP")
                    .put("x", base64url(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length)));
            return new TestParty(profile, pair, "EdDSA", "Ed25519", jwk);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Who it is. */
    public Party party() {
        return new Party(profile, thumbprint());
    }

    /** Another key of the same profile. */
    public TestParty successor() {
        return of(profile);
    }

    /** Its public JWK. */
    public ObjectNode jwk() {
        return jwk.deepCopy();
    }

    @Override
    public String thumbprint() {
        return jwk.path("kid").stringValue();
    }

    @Override
    public String algorithm() {
        return algorithm;
    }

    @Override
    public boolean verifies(byte[] input, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(platform);
            PublicKey key = pair.getPublic();
            verifier.initVerify(key);
            verifier.update(input);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** A signature in the form of JOSE. */
    public byte[] sign(byte[] input) {
        return sign(input, platform);
    }

    /** A signature in a form of the platform's. */
    public byte[] sign(byte[] input, String form) {
        try {
            Signature signer = Signature.getInstance(form);
            signer.initSign(pair.getPrivate());
            signer.update(input);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** An event of these claims, signed as it should be. */
    public String event(ObjectNode claims) {
        return jws(header(), claims.toString());
    }

    /** A JWS of this header and payload. */
    public String jws(ObjectNode header, String payload) {
        String input = base64url(header.toString().getBytes(StandardCharsets.UTF_8)) + "."
                + base64url(payload.getBytes(StandardCharsets.UTF_8));
        return input + "." + base64url(sign(input.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The header of its events. */
    public ObjectNode header() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("alg", algorithm)
                .put("kid", thumbprint())
                .put("typ", EventVerifier.TYPE);
    }

    private static byte[] fixed(BigInteger value, int width) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[width];
        int length = Math.min(width, bytes.length);
        System.arraycopy(bytes, bytes.length - length, fixed, width - length, length);
        return fixed;
    }

    static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
