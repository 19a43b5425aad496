package dev.rctp.msgsig;

import java.security.PublicKey;

/** A public key in its provider's form. */
record ParsedVerificationKey(String thumbprint, SignatureAlgorithm algorithm, PublicKey key, KeyScheme scheme)
        implements VerificationKey {

    @Override
    public boolean verify(byte[] data, byte[] signature) {
        return scheme.verify(key, data, signature);
    }

    @Override
    public String toString() {
        return "VerificationKey[" + algorithm + " " + thumbprint + "]";
    }
}
