package dev.rctp.msgsig;

import java.security.PublicKey;
import tools.jackson.databind.node.ObjectNode;

/** A public key in its provider's form. */
final class ParsedVerificationKey implements VerificationKey {

    private final PublicJwk publicJwk;
    private final String thumbprint;
    private final PublicKey key;
    private final KeyScheme scheme;

    ParsedVerificationKey(PublicJwk publicJwk, PublicKey key, KeyScheme scheme) {
        this.publicJwk = publicJwk;
        this.thumbprint = publicJwk.thumbprint();
        this.key = key;
        this.scheme = scheme;
    }

    @Override
    public String thumbprint() {
        return thumbprint;
    }

    @Override
    public SignatureAlgorithm algorithm() {
        return publicJwk.algorithm();
    }

    @Override
    public ObjectNode publicJwk() {
        return publicJwk.toNode();
    }

    @Override
    public boolean verify(byte[] data, byte[] signature) {
        return scheme.verify(key, data, signature);
    }

    /** Two are equal when they are the same key. */
    @Override
    public boolean equals(Object other) {
        return other instanceof ParsedVerificationKey theirs && publicJwk.equals(theirs.publicJwk);
    }

    @Override
    public int hashCode() {
        return publicJwk.hashCode();
    }

    @Override
    public String toString() {
        return "VerificationKey[" + algorithm() + " " + thumbprint + "]";
    }
}
