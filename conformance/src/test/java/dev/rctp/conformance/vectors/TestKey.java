package dev.rctp.conformance.vectors;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA384Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.Ed25519Signer;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.ECPoint;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A key that follows from its name alone, and signs the same octets always alike (RFC 6979, RFC 8032). */
final class TestKey {

    private static final String SEED = "RCTP test vectors, key of the ";

    private final String name;
    private final String algorithm;
    private final ObjectNode jwk;
    private final String thumbprint;
    private final byte[] secret;

    private TestKey(String name, String algorithm, byte[] secret, ObjectNode members) {
        this.name = name;
        this.algorithm = algorithm;
        this.secret = secret;
        this.thumbprint = Texts.base64Url(Sha256.bytes(CanonicalJson.bytes(members)));
        this.jwk = members.deepCopy();
        jwk.put("kid", thumbprint).put("alg", algorithm);
    }

    /** A key for ES256. */
    static TestKey es256(String name) {
        return onCurve(name, "ES256", "P-256", 32);
    }

    /** A key for ES384. */
    static TestKey es384(String name) {
        return onCurve(name, "ES384", "P-384", 48);
    }

    /** A key for Ed25519. */
    static TestKey ed25519(String name) {
        byte[] secret = Sha256.bytes((SEED + name).getBytes(StandardCharsets.UTF_8));
        byte[] point =
                new Ed25519PrivateKeyParameters(secret).generatePublicKey().getEncoded();
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.put("kty", "OKP").put("crv", "Ed25519").put("x", Texts.base64Url(point));
        return new TestKey(name, "EdDSA", secret, members);
    }

    private static TestKey onCurve(String name, String algorithm, String curve, int width) {
        byte[] seed = Sha256.bytes((SEED + name).getBytes(StandardCharsets.UTF_8));
        byte[] secret = Arrays.copyOfRange(seed, 0, Math.min(seed.length, width));
        ECPoint point =
                parameters(curve).getG().multiply(new BigInteger(1, secret)).normalize();
        ObjectNode members = JsonNodeFactory.instance.objectNode();
        members.put("kty", "EC").put("crv", curve);
        members.put("x", Texts.base64Url(point.getAffineXCoord().getEncoded()));
        members.put("y", Texts.base64Url(point.getAffineYCoord().getEncoded()));
        return new TestKey(name, algorithm, secret, members);
    }

    String name() {
        return name;
    }

    /** The RFC 7638 thumbprint, its {@code kid} (OPR-3). */
    String thumbprint() {
        return thumbprint;
    }

    /** The JOSE name of its algorithm. */
    String algorithm() {
        return algorithm;
    }

    ObjectNode publicJwk() {
        return jwk.deepCopy();
    }

    ObjectNode privateJwk() {
        return publicJwk().put("d", Texts.base64Url(secret));
    }

    /** The signature, for ECDSA r and s of the curve's width (SIG-1). */
    byte[] sign(byte[] message) {
        return switch (algorithm) {
            case "ES256" -> ecdsa("P-256", new SHA256Digest(), 32, message);
            case "ES384" -> ecdsa("P-384", new SHA384Digest(), 48, message);
            default -> {
                Ed25519Signer signer = new Ed25519Signer();
                signer.init(true, new Ed25519PrivateKeyParameters(secret));
                signer.update(message, 0, message.length);
                yield signer.generateSignature();
            }
        };
    }

    private byte[] ecdsa(String curve, Digest digest, int width, byte[] message) {
        byte[] hash = new byte[digest.getDigestSize()];
        digest.update(message, 0, message.length);
        digest.doFinal(hash, 0);
        ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(digest));
        ECDomainParameters domain = new ECDomainParameters(parameters(curve));
        signer.init(true, new ECPrivateKeyParameters(new BigInteger(1, secret), domain));
        BigInteger[] halves = signer.generateSignature(hash);
        return Octets.join(Octets.fixed(halves[0], width), Octets.fixed(halves[1], width));
    }

    private static X9ECParameters parameters(String curve) {
        return CustomNamedCurves.getByName(curve);
    }
}
