package dev.rctp.msgsig;

import tools.jackson.databind.node.ObjectNode;

/** A private key of an algorithm of SIG-1, parsed once, safe for concurrent use; its text form never shows private members. */
public interface SigningKey extends MessageSigningKey {

    /** The RFC 7638 thumbprint with SHA-256, base64url without padding: the {@code keyid} it signs under. */
    String thumbprint();

    /** The algorithm that this key's type and curve fix. */
    @Override
    SignatureAlgorithm algorithm();

    /** The public JWK, with {@code kid}, {@code use} and {@code alg}; a fresh copy. */
    ObjectNode publicJwk();

    /** The signature of the data in the algorithm's fixed-width form. */
    @Override
    byte[] sign(byte[] data);
}
