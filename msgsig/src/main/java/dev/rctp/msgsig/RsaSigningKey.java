package dev.rctp.msgsig;

import java.security.interfaces.RSAPrivateKey;

/** A private RSA key, for one of the two RSA algorithms of RFC 9421 3.3. */
public final class RsaSigningKey implements MessageSigningKey {

    private final RsaScheme scheme;
    private final RSAPrivateKey key;

    /**
     * A key for this algorithm and never for the other one.
     *
     * @throws IllegalArgumentException for an algorithm that is not RSA, or a key of less than 2048 or more than 8192 bits
     */
    public RsaSigningKey(PeerAlgorithm algorithm, RSAPrivateKey key) {
        RsaScheme.checkSize(key.getModulus());
        this.scheme = RsaScheme.of(algorithm);
        this.key = key;
    }

    @Override
    public PeerAlgorithm algorithm() {
        return scheme.algorithm();
    }

    @Override
    public byte[] sign(byte[] data) {
        return scheme.sign(key, data);
    }

    @Override
    public String toString() {
        return "RsaSigningKey[" + algorithm() + "]";
    }
}
