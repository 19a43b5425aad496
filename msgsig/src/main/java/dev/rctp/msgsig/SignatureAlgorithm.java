package dev.rctp.msgsig;

/** The algorithms of SIG-1; which one applies is the key's to say, never the message's. */
public enum SignatureAlgorithm {
    /** ECDSA over P-256 with SHA-256, the signature as r and s of 32 bytes each. */
    ES256,
    /** ECDSA over P-384 with SHA-384, the signature as r and s of 48 bytes each. */
    ES384,
    /** EdDSA over Curve25519 (RFC 8032). */
    ED25519
}
