package dev.rctp.msgsig;

/** A public key, parsed once, safe for concurrent use. */
public interface VerificationKey {

    /** The RFC 7638 thumbprint with SHA-256, base64url without padding (B-1). */
    String thumbprint();

    /** The algorithm that this key's type and curve fix. */
    SignatureAlgorithm algorithm();

    /** Whether this is the signature of the data; false for every malformed, out-of-range or DER signature. */
    boolean verify(byte[] data, byte[] signature);
}
