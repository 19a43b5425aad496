package dev.rctp.msgsig;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import org.jspecify.annotations.Nullable;

/** ECDSA with r and s in fixed width (RFC 9421 3.3.4, 3.3.5). */
final class EcdsaScheme implements KeyScheme {

    private final Curve curve;
    private final SignatureAlgorithm algorithm;
    private final Provider provider;
    private final ProviderSignature signatures;
    private final @Nullable String digestName;

    private EcdsaScheme(
            Curve curve,
            SignatureAlgorithm algorithm,
            Provider provider,
            String signatureName,
            @Nullable String digestName) {
        this.curve = curve;
        this.algorithm = algorithm;
        this.provider = provider;
        this.signatures = new ProviderSignature(signatureName, provider);
        this.digestName = digestName;
    }

    /** The provider hashes and signs. */
    static EcdsaScheme hashing(Curve curve, Provider provider) {
        String hash = curve.size() == 32 ? "SHA256" : "SHA384";
        return new EcdsaScheme(curve, algorithm(curve), provider, hash + "withECDSAinP1363Format", null);
    }

    /** The Java platform hashes, the provider signs the hash: for a provider whose hash is slow. */
    static EcdsaScheme ofHash(Curve curve, Provider provider) {
        String digest = curve.size() == 32 ? "SHA-256" : "SHA-384";
        return new EcdsaScheme(curve, algorithm(curve), provider, "NONEwithECDSAinP1363Format", digest);
    }

    private static SignatureAlgorithm algorithm(Curve curve) {
        return curve.size() == 32 ? SignatureAlgorithm.ES256 : SignatureAlgorithm.ES384;
    }

    @Override
    public PublicKey publicKey(PublicJwk jwk) throws MalformedKeyException {
        ECPoint point = new ECPoint(new BigInteger(1, jwk.xBytes()), new BigInteger(1, jwk.yBytes()));
        if (!curve.contains(point)) {
            throw MalformedKeyException.malformed("the point is not on the curve");
        }
        try {
            return KeyFactory.getInstance("EC", provider).generatePublic(new ECPublicKeySpec(point, curve.spec()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a valid public key was not taken", e);
        }
    }

    @Override
    public PrivateKey privateKey(byte[] d) throws MalformedKeyException {
        if (d.length != curve.size() || !curve.scalarInRange(d, 0)) {
            throw MalformedKeyException.malformed("d is not from 1 to n-1");
        }
        try {
            return KeyFactory.getInstance("EC", provider)
                    .generatePrivate(new ECPrivateKeySpec(new BigInteger(1, d), curve.spec()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a valid private key was not taken", e);
        }
    }

    @Override
    public GeneratedKey generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", provider);
            generator.initialize(curve.spec());
            KeyPair pair = generator.generateKeyPair();
            ECPoint point = ((ECPublicKey) pair.getPublic()).getW();
            return new GeneratedKey(
                    new PublicJwk(algorithm, encode(point.getAffineX()), encode(point.getAffineY())),
                    encode(((ECPrivateKey) pair.getPrivate()).getS()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no key could be made", e);
        }
    }

    private String encode(BigInteger number) {
        return PublicJwk.encode(Curve.fixedWidth(number, curve.size()));
    }

    @Override
    public boolean verify(PublicKey key, byte[] data, byte[] signature) {
        return curve.inRange(signature) && signatures.verify(key, input(data), signature);
    }

    @Override
    public byte[] sign(PrivateKey key, byte[] data) {
        return signatures.sign(key, input(data));
    }

    private byte[] input(byte[] data) {
        try {
            return digestName == null
                    ? data
                    : MessageDigest.getInstance(digestName).digest(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the data could not be hashed", e);
        }
    }
}
