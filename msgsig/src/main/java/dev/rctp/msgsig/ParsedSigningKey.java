package dev.rctp.msgsig;

import java.security.PrivateKey;
import tools.jackson.databind.node.ObjectNode;

/** A private key in its provider's form. */
final class ParsedSigningKey implements SigningKey {

    private final PublicJwk publicJwk;
    private final String thumbprint;
    private final PrivateKey key;
    private final KeyScheme scheme;

    ParsedSigningKey(PublicJwk publicJwk, PrivateKey key, KeyScheme scheme) {
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
    public byte[] sign(byte[] data) {
        return scheme.sign(key, data);
    }

    @Override
    public String toString() {
        return "SigningKey[" + algorithm() + " " + thumbprint + "]";
    }
}
