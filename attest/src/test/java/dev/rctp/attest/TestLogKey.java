package dev.rctp.attest;

import dev.rctp.attest.log.LogSigner;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/** An Ed25519 key of a log. */
public final class TestLogKey implements LogSigner {

    private final PrivateKey key;
    private final byte[] publicKey;

    private TestLogKey(PrivateKey key, byte[] publicKey) {
        this.key = key;
        this.publicKey = publicKey;
    }

    /** A fresh one. */
    public static TestLogKey generate() throws GeneralSecurityException {
        KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        byte[] spki = pair.getPublic().getEncoded();
        return new TestLogKey(pair.getPrivate(), Arrays.copyOfRange(spki, spki.length - 32, spki.length));
    }

    /** A known one. */
    public static TestLogKey ofSeed(byte[] seed, byte[] publicKey) throws GeneralSecurityException {
        EdECPrivateKeySpec spec = new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed);
        return new TestLogKey(KeyFactory.getInstance("Ed25519").generatePrivate(spec), publicKey);
    }

    @Override
    public byte[] publicKey() {
        return publicKey.clone();
    }

    @Override
    public byte[] sign(byte[] data) {
        try {
            Signature signature = Signature.getInstance("Ed25519");
            signature.initSign(key);
            signature.update(data);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
