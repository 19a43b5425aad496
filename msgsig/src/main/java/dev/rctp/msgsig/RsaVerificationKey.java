package dev.rctp.msgsig;

import java.security.interfaces.RSAPublicKey;

/** A peer's public RSA key, for one of the two RSA algorithms of RFC 9421 3.3. */
public final class RsaVerificationKey implements MessageVerificationKey {

    private final RsaScheme scheme;
    private final RSAPublicKey key;

    /**
     * A key for this algorithm and never for the other one.
     *
     * @throws IllegalArgumentException for an algorithm that is not RSA, or a key of less than 2048 or more than 8192 bits
     */
    public RsaVerificationKey(PeerAlgorithm algorithm, RSAPublicKey key) {
        RsaScheme.checkSize(key.getModulus());
        this.scheme = RsaScheme.of(algorithm);
        this.key = key;
    }

    @Override
    public PeerAlgorithm algorithm() {
        return scheme.algorithm();
    }

    @Override
    public boolean verify(byte[] data, byte[] signature) {
        return scheme.verify(key, data, signature);
    }

    @Override
    public String toString() {
        return "RsaVerificationKey[" + algorithm() + "]";
    }
}
