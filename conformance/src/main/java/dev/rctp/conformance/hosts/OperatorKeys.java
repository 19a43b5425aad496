package dev.rctp.conformance.hosts;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.math.ec.ECPoint;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The operators' keys: always the same for a seed and a label (SIG-1). */
public final class OperatorKeys {

    private final String seed;
    private final Cryptography cryptography = Cryptography.select();

    /** Keys of this seed. */
    public OperatorKeys(String seed) {
        this.seed = seed;
    }

    /** The private JWK of a label, P-256, with {@code kid}, {@code use} and {@code alg} (RFC 7517). */
    public ObjectNode privateJwk(String label) {
        return privateJwk(label, SignatureAlgorithm.ES256);
    }

    /** The private JWK of a label for an algorithm (RFC 7518 section 6.2, RFC 8037). */
    public ObjectNode privateJwk(String label, SignatureAlgorithm algorithm) {
        ObjectNode bare = switch (algorithm) {
            case ES256 -> ec("P-256", "secp256r1", digest("SHA-256", label));
            case ES384 -> ec("P-384", "secp384r1", digest("SHA-384", label));
            case ED25519 -> ed25519(digest("SHA-256", label));
        };
        ObjectNode whole = key(bare).publicJwk();
        whole.set("d", bare.path("d"));
        return whole;
    }

    /** The key of a private JWK. */
    public SigningKey key(JsonNode privateJwk) {
        try {
            return cryptography.signingKey(privateJwk);
        } catch (MalformedKeyException e) {
            throw new IllegalArgumentException("No key: " + e.getMessage(), e);
        }
    }

    private static ObjectNode ec(String name, String curveName, byte[] digest) {
        X9ECParameters curve = CustomNamedCurves.getByName(curveName);
        BigInteger d = new BigInteger(1, digest)
                .mod(curve.getN().subtract(BigInteger.ONE))
                .add(BigInteger.ONE);
        ECPoint point = curve.getG().multiply(d).normalize();
        return JsonNodeFactory.instance
                .objectNode()
                .put("kty", "EC")
                .put("crv", name)
                .put("x", text(point.getAffineXCoord().getEncoded()))
                .put("y", text(point.getAffineYCoord().getEncoded()))
                .put("d", text(fixed(d, digest.length)));
    }

    private static ObjectNode ed25519(byte[] digest) {
        Ed25519PrivateKeyParameters key = new Ed25519PrivateKeyParameters(digest, 0);
        return JsonNodeFactory.instance
                .objectNode()
                .put("kty", "OKP")
                .put("crv", "Ed25519")
                .put("x", text(key.generatePublicKey().getEncoded()))
                .put("d", text(digest));
    }

    private byte[] digest(String name, String label) {
        try {
            return MessageDigest.getInstance(name).digest((seed + "|" + label).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java platform lacks " + name + ".", e);
        }
    }

    private static byte[] fixed(BigInteger number, int size) {
        byte[] octets = number.toByteArray();
        byte[] fixed = new byte[size];
        int length = Math.min(octets.length, size);
        System.arraycopy(octets, octets.length - length, fixed, size - length, length);
        return fixed;
    }

    private static String text(byte[] octets) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(octets);
    }
}
