package dev.rctp.msgsig;

import tools.jackson.databind.node.ObjectNode;

/** A private key, parsed once, safe for concurrent use; its text form never shows private members. */
public interface SigningKey {

    /** The RFC 7638 thumbprint with SHA-256, base64url without padding: the {@code keyid} it signs under. */
    String thumbprint();

    /** The algorithm that this key's type and curve fix. */
    SignatureAlgorithm algorithm();

    /** The public JWK, with {@code kid}, {@code use} and {@code alg}; a fresh copy. */
    ObjectNode publicJwk();

    /** The signature of the data in the algorithm's fixed-width form. */
    byte[] sign(byte[] data);
}
