package dev.rctp.msgsig;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A secret that two peers share for {@code hmac-sha256} (RFC 9421 3.3.3). */
public final class HmacKey implements MessageSigningKey, MessageVerificationKey {

    private static final String NAME = "HmacSHA256";

    /** As RFC 7518 3.2 asks: no shorter than the hash. */
    private static final int SHORTEST = 32;

    private final SecretKeySpec secret;

    /** Keeps its own copy; throws {@link IllegalArgumentException} for fewer than 32 bytes. */
    public HmacKey(byte[] secret) {
        if (secret.length < SHORTEST) {
            throw new IllegalArgumentException("the secret has fewer than " + SHORTEST + " bytes");
        }
        this.secret = new SecretKeySpec(secret, NAME);
    }

    @Override
    public PeerAlgorithm algorithm() {
        return PeerAlgorithm.HMAC_SHA256;
    }

    @Override
    public byte[] sign(byte[] data) {
        try {
            Mac mac = Mac.getInstance(NAME);
            mac.init(secret);
            return mac.doFinal(data);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java platform lacks " + NAME, e);
        }
    }

    @Override
    public boolean verify(byte[] data, byte[] signature) {
        return MessageDigest.isEqual(sign(data), signature);
    }

    @Override
    public String toString() {
        return "HmacKey[" + algorithm() + "]";
    }
}
