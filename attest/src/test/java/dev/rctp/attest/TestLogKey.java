package dev.rctp.attest;

import dev.rctp.attest.log.LogKey;
import dev.rctp.attest.log.LogSigner;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

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

    /** The signed note of a checkpoint of the log with this name. */
    public String checkpoint(String name, long size, byte[] root) {
        String text = name + "\n" + size + "\n" + Base64.getEncoder().encodeToString(root) + "\n";
        String hash = new LogKey(name, publicKey).text().split("\\+", 3)[1];
        byte[] line = ByteBuffer.allocate(68)
                .put(HexFormat.of().parseHex(hash))
                .put(sign(text.getBytes(StandardCharsets.UTF_8)))
                .array();
        return text + "\n\u2014 " + name + " " + Base64.getEncoder().encodeToString(line) + "\n";
    }
}
