package dev.rctp.msgsig;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;

/** Ed25519 (RFC 8032, RFC 9421 3.3.6) by BouncyCastle. */
final class Ed25519Scheme implements KeyScheme {

    private static final int SIGNATURE_SIZE = 64;

    /** What precedes the 32 bytes in SubjectPublicKeyInfo and in PrivateKeyInfo (RFC 8410). */
    private static final byte[] PUBLIC_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final byte[] PRIVATE_PREFIX = HexFormat.of().parseHex("302e020100300506032b657004220420");

    private final Provider provider;
    private final ProviderSignature signatures;

    Ed25519Scheme(Provider provider) {
        this.provider = provider;
        this.signatures = new ProviderSignature("Ed25519", provider);
    }

    @Override
    public PublicKey publicKey(PublicJwk jwk) throws MalformedKeyException {
        try {
            return KeyFactory.getInstance("Ed25519", provider)
                    .generatePublic(new X509EncodedKeySpec(join(PUBLIC_PREFIX, jwk.xBytes())));
        } catch (InvalidKeySpecException e) {
            throw MalformedKeyException.malformed("x is not a point of Ed25519");
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Ed25519 is missing", e);
        }
    }

    @Override
    public PrivateKey privateKey(byte[] d) throws MalformedKeyException {
        try {
            return KeyFactory.getInstance("Ed25519", provider)
                    .generatePrivate(new PKCS8EncodedKeySpec(join(PRIVATE_PREFIX, d)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a valid private key was not taken", e);
        }
    }

    private static byte[] join(byte[] prefix, byte[] key) {
        byte[] joined = new byte[prefix.length + key.length];
        System.arraycopy(prefix, 0, joined, 0, prefix.length);
        System.arraycopy(key, 0, joined, prefix.length, key.length);
        return joined;
    }

    @Override
    public GeneratedKey generate() {
        Ed25519PrivateKeyParameters key = new Ed25519PrivateKeyParameters(new SecureRandom());
        String x = PublicJwk.encode(key.generatePublicKey().getEncoded());
        return new GeneratedKey(new PublicJwk(SignatureAlgorithm.ED25519, x, null), PublicJwk.encode(key.getEncoded()));
    }

    @Override
    public boolean verify(PublicKey key, byte[] data, byte[] signature) {
        return signature.length == SIGNATURE_SIZE && signatures.verify(key, data, signature);
    }

    @Override
    public byte[] sign(PrivateKey key, byte[] data) {
        return signatures.sign(key, data);
    }
}
